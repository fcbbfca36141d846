-- run.lua - time per step of the bench models, beside hand-written programs for the same method where these are present.
--
-- yoke run.lua YOKE [folder of the built programs] [rounds]: rounds of all programs in turn, then medians of each round's
-- ratio, since only numbers of one run can be compared.

local core = require "yoke.core"

local program, bare, rounds = arg[1], arg[2] or "", tonumber(arg[3] or "7")
local here = arg[0]:match "^(.*)/" or "."

local rows = {
  { model = "A" }, { model = "E", variant = "none" }, { model = "E", variant = "script" },
  { model = "B", N = 2 }, { model = "B", N = 10 }, { model = "B", N = 40 }, { model = "B", N = 160 }, { model = "B", N = 640 },
  { model = "C", N = 1 }, { model = "C", N = 10 }, { model = "C", N = 40 },
  { model = "D", N = 10 }, { model = "D", N = 100 }, { model = "D", N = 400 },
}

local function read(line)
  local values = {}
  for key, value in line:gmatch "(%w+)=(%S+)" do values[key] = tonumber(value) or value end
  if values.FAILED or not values.cpu then error("a bench program failed: " .. line) end
  return values
end

local function run(words)
  local status, text = core.execute(words, true)
  if status ~= 0 then error(table.concat(words, " ") .. "\n" .. tostring(text)) end
  return read(text)
end

local function words(row, first)
  local list = first
  for _, key in ipairs { "model", "N", "variant" } do
    if row[key] then list[#list + 1] = ("%s=%s"):format(key, row[key]) end
  end
  return list
end

local function median(list)
  table.sort(list)
  return list[(#list + 1) // 2]
end

-- the yardstick takes steps and end from the line; A is timed over 1e5 steps
local function bare_words(row)
  local list = words({ model = row.model, N = row.N }, { bare .. "/planar" })
  local T = ({ A = 200, C = 10, E = 10 })[row.model] or 1
  list[#list + 1] = "T=" .. T
  list[#list + 1] = "h=" .. (row.model == "A" and 0.002 or 0.001)
  return list
end

local have_bare = bare ~= "" and io.open(bare .. "/planar") ~= nil
print(("%-8s %5s %12s %12s %8s %9s  %s"):format("model", "N", "yoke us/step", "bare us/step", "ratio", "newton", "end"))
for _, row in ipairs(rows) do
  local own, theirs, ratios, last = {}, {}, {}, nil
  for round = 1, rounds do
    local y = run(words(row, { program, here .. "/model.lua" }))
    own[round], last = y.cpu / y.steps * 1e6, y
    if have_bare then
      local b = run(bare_words(row))
      theirs[round] = b.cpu / b.steps * 1e6
      ratios[round] = own[round] / theirs[round]
    end
  end
  print(("%-8s %5s %12.3f %12s %8s %9.3f  %.12g %.12g"):format(row.model .. (row.variant and "-" .. row.variant or ""), row.N or 1,
    median(own), have_bare and ("%.3f"):format(median(theirs)) or "-", have_bare and ("%.2f"):format(median(ratios)) or "-",
    last.newton, last.r0, last.r1))
end

-- tap.lua - the Test Anything Protocol in Lua: each test script ends with `tap.done()`.

local tap = { count = 0, failures = 0 }

io.stdout:setvbuf "line"

local function show(x)
  if type(x) == "number" then return ("%.17g"):format(x) end
  return (tostring(x):gsub("\n", "\n    "))
end

local function explain(lines)
  print "  ---"
  for _, line in ipairs(lines) do print("  " .. line[1] .. ": " .. show(line[2])) end
  print "  ..."
end

function tap.ok(passed, name, ...)
  tap.count = tap.count + 1
  if not passed then tap.failures = tap.failures + 1 end
  print(("%sok %d - %s"):format(passed and "" or "not ", tap.count, name))
  if not passed and ... then explain { ... } end
  return passed
end

function tap.is(got, want, name)
  return tap.ok(got == want, name, { "got", got }, { "want", want })
end

-- |got - want| <= tolerance
function tap.near(got, want, tolerance, name)
  local fits = type(got) == "number" and math.abs(got - want) <= tolerance
  return tap.ok(fits, name, { "got", got }, { "want", want }, { "error", type(got) == "number" and math.abs(got - want) }, { "tolerance", tolerance })
end

-- |got - want| <= tolerance |want|
function tap.near_rel(got, want, tolerance, name)
  return tap.near(got, want, tolerance * math.abs(want), name)
end

-- The numbers of two lists, each within tolerance.
function tap.near_list(got, want, tolerance, name)
  local worst, where = 0, 0
  local fits = type(got) == "table" and #got == #want
  for i = 1, fits and #want or 0 do
    local e = math.abs(got[i] - want[i])
    if not (e <= worst) then worst, where = e == e and e or math.huge, i end
  end
  return tap.ok(fits and worst <= tolerance, name, { "got", type(got) == "table" and table.concat(got, ", ") or got },
    { "want", table.concat(want, ", ") }, { "worst error", worst }, { "at", where })
end

-- f(...) raises an error that contains each of the plain texts.
function tap.raises(f, texts, name)
  local done, message = pcall(f)
  message = tostring(message)
  if done then return tap.ok(false, name, { "got", "no error" }) end
  for _, text in ipairs(type(texts) == "table" and texts or { texts }) do
    if not message:find(text, 1, true) then
      return tap.ok(false, name, { "got", message }, { "without", text })
    end
  end
  return tap.ok(true, name)
end

function tap.skip(why)
  tap.count = tap.count + 1
  print(("ok %d # SKIP %s"):format(tap.count, why))
end

function tap.done()
  print("1.." .. tap.count)
  os.exit(tap.failures == 0, true)
end

return tap

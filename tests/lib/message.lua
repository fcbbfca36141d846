-- message.lua - what a script is told, by lists of { what, texts, function(m) ... end }; each runs on a model of its own.

local yoke = require "yoke"
local tap = require "yoke.tap"
local case = require "lib.case"

local message = { inertia = { 1, 1, 1, 0, 0, 0 } }

local function fresh() return yoke.model { gravity = { 0, -9.81, 0 } } end

-- Each raises an error that holds the texts (a string, or a list).
function message.refused(list)
  for _, l in ipairs(list) do
    tap.raises(function() case.heard(l[3], fresh()) end, l[2], l[1])
  end
end

-- Each goes on, and says the texts on the error stream.
function message.said(list)
  for _, l in ipairs(list) do
    local done, said = pcall(case.heard, l[3], fresh())
    if done then
      case.says(said, l[2], l[1])
    else
      tap.ok(false, l[1], { "error", said })
    end
  end
end

-- A rigid body of 1 kg, with more words.
function message.ball(m, words)
  local given = { mass = 1, inertia = message.inertia }
  for key, value in pairs(words or {}) do given[key] = value end
  return m:rigid(given)
end

-- A short run.
function message.run(m, words)
  local o = { t_end = 0.1 }
  for key, value in pairs(words or {}) do o[key] = value end
  return m:solve_dynamic(o)
end

return message

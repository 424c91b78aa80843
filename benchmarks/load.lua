-- Ask for the addresses of a file in turn, and print what it cost as JSON: wrk -s load.lua URL -- FILE SALT
-- '{n}' in an address is another number each time, beginning with the salt: nothing is asked twice.
local requests, at, salt = {}, 0, 0

local function formatted(accept, path)
  return wrk.format("GET", path, { Accept = accept, Host = wrk.host .. ":" .. wrk.port })
end

function init(args)
  salt = tonumber(args[2])
  for line in io.lines(args[1]) do
    local accept, path = line:match("^(%S+) (.+)$")
    local varies = path:find("{n}", 1, true)
    requests[#requests + 1] = varies and { accept, path } or formatted(accept, path)
  end
end

function request()
  at = at + 1
  local asked = requests[(at - 1) % #requests + 1]
  if type(asked) == "string" then return asked end
  return formatted(asked[1], (asked[2]:gsub("{n}", string.format("%d", salt + at))))
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    'JSON {"rate": %.1f, "p50": %.3f, "p99": %.3f, "errors": %d, "requests": %d}',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout, summary.requests))
end

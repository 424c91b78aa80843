-- Ask for the addresses of a file in turn, and print what it cost as JSON: wrk -s load.lua URL -- FILE
local requests, at = {}, 0

function init(args)
  for line in io.lines(args[1]) do
    local accept, path = line:match("^(%S+) (.+)$")
    requests[#requests + 1] = wrk.format("GET", path, { Accept = accept, Host = wrk.host .. ":" .. wrk.port })
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    'JSON {"rate": %.1f, "p50": %.3f, "p99": %.3f, "errors": %d, "requests": %d}',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout, summary.requests))
end

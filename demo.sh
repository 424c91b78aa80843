#!/bin/sh
# The main job on the sample: build, three questions, two exports. 'make demo' calls it with the path of kg.
set -eu

kg=$1
show() { printf '\n\033[1m$ kg %s\033[0m\n' "$*"; "$kg" "$@"; }

show build data
show query people
show query publications --person "Jiangfei Duan"
show query paths --from "Jiamin Li" --to "Jiangfei Duan"
show query career --person "Shen Li"
show export -o build/graph.ttl
show export --format jsonld -o build/graph.jsonld

cat <<'END'

What to look at next:
  build/graph.ttl, build/graph.jsonld   the graph, made to be read
  data/profiles/jiamin-li.yaml          where it came from: open it in an editor that knows YAML schemas
  kg query                              the other questions
  kg query evidence --thing system/lyra which lines say something
  kg validate data                      what is missing, with file, line and advice
  kg init my-group                      a project of your own
END
printf '(kg is %s)\n' "$kg"

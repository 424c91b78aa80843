#!/bin/sh
# A tour of the sample: build, questions, extraction, exports. 'make demo' calls it with the path of kg.
set -eu

kg=$1
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ]; then bold='\033[1m' plain='\033[0m'; else bold='' plain=''; fi

# Print a command as one would type it, and run it.
show() {
    printf "\n$bold\$ kg"
    for word in "$@"; do
        case $word in *' '*) printf ' "%s"' "$word" ;; *) printf ' %s' "$word" ;; esac
    done
    printf "$plain\n"
    "$kg" "$@"
}

show build data
show query people
show query publications --person "Jiangfei Duan"
show query paths --from "Jiamin Li" --to "Jiangfei Duan"
show query career --person "Shen Li"
show extract docs/examples/ada-lovelace.md -o build/ada-lovelace.yaml
show review build/ada-lovelace.yaml --list
show export -o build/graph.ttl
show export -o build/graph.jsonld

cat <<END

Next steps:
  build/graph.ttl, build/graph.jsonld    the graph, for people to read
  data/profiles/jiamin-li.yaml           its source: open it in an editor that knows YAML schemas
  make serve                             pages and linked data at http://127.0.0.1:8000/
  kg query                               the other questions
  kg query evidence --thing system/lyra  which lines say something
  kg validate data                       what is missing, with file, line and advice
  kg init my-group                       a project of your own

kg is installed in $(dirname "$kg"): write $kg, or add the directory to your PATH.
END

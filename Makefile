# Each target installs what it needs into .venv, in exactly the versions that requirements/ names, by their hashes.
# `make lock` writes requirements/ anew from the ranges of pyproject.toml. PYTHON=python3.12 chooses another interpreter.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_FLAGS := --quiet --disable-pip-version-check
PIP = $(BIN)/python -m pip install $(PIP_FLAGS)

# Nothing but what a lock names; and kg itself, built by the tools that the lock has installed.
# --no-compile: compiling all modules of all libraries takes longer than running those that are imported.
INSTALL = $(PIP) --no-compile --no-deps --no-build-isolation
LOCKED = $(INSTALL) --require-hashes -r requirements/$(1).txt && $(INSTALL) --editable .

# Each file stands for what is installed: a target installs what it needs and no more.
DEMO := $(VENV)/.demo
SERVE := $(VENV)/.serve
READY := $(VENV)/.ready
SLOW := $(VENV)/.slow
DOCS := $(VENV)/.docs
LINKML := .venv-linkml/.ready
UV := .venv-lock/bin/uv

# Otherwise each process that a test starts would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup assets demo serve test test-slow test-all check lint format docs schemas lock test-latest test-oldest test-linkml golden calibrate judge train bench clean

help:  ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(DEMO): pyproject.toml requirements/demo.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "kg needs Python 3.11 or newer; choose one: make PYTHON=python3.12" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "Python lacks its venv module; on Debian: apt-get install python3-venv" >&2; exit 2; }
	@$(call LOCKED,demo)
	@touch $@

$(SERVE): $(DEMO) requirements/server.txt
	@$(call LOCKED,server)
	@$(PYTHON) frontend/assets.py || true
	@touch $@

$(READY): $(SERVE) requirements/test.txt
	@$(call LOCKED,test)
	@touch $@

setup: $(READY)  ## Install kg and its tools into .venv

assets:  ## Fetch the query editor and the engines of published sites, for SPARQL and search, from npm (optional)
	@$(PYTHON) frontend/assets.py

demo: $(DEMO)  ## Build the graph of data/, ask it, export it
	@sh demo.sh $(BIN)/kg

serve: $(SERVE)  ## Build the graph of data/ and serve it at http://127.0.0.1:8000/
	@$(BIN)/kg serve data

test: $(READY)  ## Run the tests that take seconds
	@$(BIN)/pytest $(QUICK)

$(SLOW): $(READY) requirements/slow.txt
	@$(call LOCKED,slow)
	@touch $@

# Files stay together, since their tests share servers, sites and browsers.
test-slow: $(SLOW)  ## Run the tests that take minutes: documents, wheel, kills, full disks, a browser, a build on Spark
	@$(BIN)/pytest -n auto --dist loadfile -m 'slow or thorough'

test-all: $(SLOW)  ## Run the long enumerations, each question on each engine, and property tests on many other examples (an hour)
	@$(BIN)/pytest -n auto --dist loadfile -m 'exhaustive or hypothesis' --hypothesis-profile random

check: lint test $(SLOW)  ## What a change must pass: lint, quick tests, the slow tests of the rooms that it touches since BASE (main)
	@rooms="$$(git diff --name-only "$$(git merge-base $(or $(BASE),main) HEAD)" | sed -nE 's#^(kg|tests)/([a-z]+)/.*#tests/\2#p' \
	    | sort -u | while read -r room; do test ! -f "$$room/__init__.py" || echo "$$room"; done)"; test -z "$$rooms" || \
	    $(BIN)/pytest -n auto --dist loadfile -m 'slow or thorough' $$rooms || test $$? = 5  # 5: none of them is slow

lint: $(READY)  ## Check style, types and layers
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

format: $(READY)  ## Format the code
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

$(DOCS): $(DEMO) requirements/docs.txt
	@$(call LOCKED,docs)
	@touch $@

docs: $(DOCS)  ## Build the documentation as a site into build/docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@echo build/docs/index.html

schemas: $(READY)  ## Regenerate what is made from the declaration: types, context, shapes, JSON Schemas
	@$(BIN)/python -m kg.profile.regenerate
	@for kind in profile organizations venues config ontology; do $(BIN)/kg schema $$kind > data/schemas/$$kind.schema.json; done

$(LINKML): requirements/linkml.txt
	@$(PYTHON) -m venv .venv-linkml
	@.venv-linkml/bin/python -m pip install $(PIP_FLAGS) --no-compile --no-deps --require-hashes -r requirements/linkml.txt
	@touch $@

test-linkml: $(LINKML)  ## Check that LinkML's tools accept the declaration, in an environment of their own
	@printf '%s\n' gen-owl gen-json-schema gen-shacl gen-pydantic gen-jsonld-context | xargs -P 2 -I TOOL sh -c \
	    '.venv-linkml/bin/TOOL ontology/kg.yaml >/dev/null 2>.venv-linkml/TOOL.log \
	        || { cat .venv-linkml/TOOL.log; exit 1; }; echo "TOOL accepts ontology/kg.yaml"'

$(UV):
	@$(PYTHON) -m venv .venv-lock
	@.venv-lock/bin/python -m pip install $(PIP_FLAGS) uv

# One resolution for all, of which each group takes its part: so a package has the same version everywhere.
COMPILE = $(UV) pip compile --quiet --universal --python-version 3.11 --no-config --generate-hashes --no-emit-index-url \
    --annotation-style line --custom-compile-command 'make lock'
lock: $(UV)  ## Resolve the newest versions within the ranges of pyproject.toml into requirements/
	@mkdir -p build
	@$(COMPILE) --upgrade --all-extras pyproject.toml requirements/build.in -o build/lock.txt
	@group() { $(COMPILE) --upgrade -c build/lock.txt pyproject.toml requirements/build.in -o "requirements/$$1.txt" $$2; }; \
	    extras='--extra dev --extra mcp --extra server'; \
	    group demo && group server '--extra server' && group docs '--extra docs --extra server' && group test "$$extras" && \
	    group slow "$$extras --extra browser --extra spark"
	@for apart in linkml signposting; do $(COMPILE) --upgrade requirements/$$apart.in -o requirements/$$apart.txt || exit; done

QUICK := -n auto --dist worksteal -m 'not slow and not thorough'
EXTRAS := .[dev,mcp,server]
test-latest:  ## Run the quick tests with the newest versions of all packages, in an environment of their own
	@$(PYTHON) -m venv --clear .venv-latest
	@.venv-latest/bin/python -m pip install $(PIP_FLAGS) --upgrade --editable '$(EXTRAS)'
	@.venv-latest/bin/pytest $(QUICK)

test-oldest: $(UV)  ## Run the quick tests with the oldest version of each direct dependency, in an environment of their own
	@$(PYTHON) -m venv --clear .venv-oldest
	@$(UV) pip install --quiet --no-config --python .venv-oldest/bin/python --resolution lowest-direct --editable '$(EXTRAS)'
	@.venv-oldest/bin/pytest $(QUICK)

golden: $(READY)  ## Rewrite the golden files and the output in documents; review them with git diff
	@$(BIN)/pytest --update-golden

calibrate: $(READY)  ## Measure confidence by documents that no model has seen (minutes): GOLD="folders" DOCUMENTS="folders"
	@$(BIN)/python -m training measure $(addprefix --gold ,$(GOLD)) $(addprefix --documents ,$(DOCUMENTS)) \
	    --models $(or $(MODELS),build/held-out)

judge: $(READY)  ## Measure extraction by documents with known truth (minutes): GOLD="folders" DOCUMENTS="folders"
	@$(BIN)/python -m training judge $(addprefix --gold ,$(GOLD)) $(addprefix --documents ,$(DOCUMENTS))

train: $(READY)  ## Make the models of the learned reader into build/training: DOCUMENTS="folders" CITATIONS=folder RECORDS=file
	@$(BIN)/python -m training train $(addprefix --documents ,$(DOCUMENTS)) $(if $(CITATIONS),--citations $(CITATIONS)) \
	    $(if $(RECORDS),--records $(RECORDS))

bench: $(READY)  ## Measure speed into benchmarks/SPEED.md (a quarter of an hour). SIZES="1000 10000 100000" takes hours
	@$(BIN)/python benchmarks/run.py $(if $(SIZES),--sizes $(SIZES))

clean:  ## Remove everything that can be rebuilt
	@rm -rf $(VENV) .venv-* build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

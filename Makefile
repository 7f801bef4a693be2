# `make` without a target prints the list of targets: the text after ## describes a target.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
# One virtual environment; each stamp says which requirements are installed in it.
RUN    := $(VENV)/.installed-run
DEV    := $(VENV)/.installed-dev
DOCS   := $(VENV)/.installed-docs
LONG   := $(VENV)/.installed-long
# uv is some ten times as fast as pip, and reads other settings: pip installs where there is no uv, or uv fails. Python
# compiles modules when it first imports them.
INSTALL = { command -v uv >/dev/null && uv pip install --quiet --python $(BIN)/python $(1); } || \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile $(1)
PACKAGES := . engine clients/python clients/env
NPM    := node_modules/.package-lock.json
# Tests of the web client and the JavaScript client build them; they are skipped without npm.
CLIENTS := $(if $(shell command -v npm),clients/web/$(NPM) clients/javascript/$(NPM))

LOCK := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-package regicide-engine $(if $(UPGRADE),--upgrade)

PYTEST := $(BIN)/python -m pytest
EACH_CORE := --numprocesses auto --dist loadfile
# Compiles the kernel unless it is compiled, so that no test waits for it.
COMPILE := $(BIN)/python -c 'from regicide_arena.bots.warm_up import warm_up; warm_up(["planner"])'
# The suites of `make test-system`; SUITE=faults on the command line runs one of them.
SYSTEM := costly browser faults contract
SUITE := $(SYSTEM)
FIREFOX := $(filter firefox,$(REGICIDE_BROWSER))
SPACE := $() $()
DIST  := dist
# Compiled modules are kept between runs: the tests start many processes.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help run demo install test test-system test-long bench check lint format docs dist openapi languages web lock

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(RUN) ## start the server and its bots on http://127.0.0.1:8000 (settings: HOST, PORT, REDIS_URL, DATA_DIR)
	@exec $(BIN)/regicide-server

demo: $(RUN) ## play one game over HTTP and print every action (PLAYERS=1 to 4)
	@exec $(BIN)/python clients/examples/demo.py

install: $(DEV) ## install the developers' tools and everything that the commands need, without running anything

test: $(DEV) $(CLIENTS) ## run the tests that quickly show a wrong change
	$(COMPILE)
	$(PYTEST) $(EACH_CORE) --durations 25 --durations-min 1 -m "not long and not costly and not browser and not faults and not contract"

test-system: $(DEV) $(CLIENTS) ## run the others (SUITE=costly, browser, faults or contract; REGICIDE_BROWSER=firefox)
	$(if $(filter-out $(SYSTEM),$(SUITE)),$(error SUITE=$(SUITE): expected $(SYSTEM)))
	$(if $(FIREFOX),tools/install-system-packages firefox)
	$(COMPILE)
	$(PYTEST) $(EACH_CORE) -m "($(subst $(SPACE), or ,$(strip $(SUITE)))) and not long" $(if $(FIREFOX),-r s tests/clients/web)

test-long: $(LONG) openapi/$(NPM) clients/javascript/$(NPM) ## run the tests that take minutes, and the properties with many more examples
	$(PYTEST) -m long
	$(PYTEST) $(EACH_CORE) --hypothesis-profile thorough --timeout 3600 -m "property and not long and not contract"

bench: $(DEV) ## compare the cost of requests with the stored ratios and bounds, with the most expensive ones of each operation
	$(BIN)/python benchmarks/actions.py --check
	$(BIN)/python benchmarks/load.py --check
	$(BIN)/python benchmarks/worst_cases.py
	$(BIN)/python benchmarks/growth.py stores 1000 10000

check: lint docs test test-system bench ## run everything that must pass before a change is merged
	$(BIN)/python tools/audit.py

lint: $(DEV) openapi/$(NPM) clients/javascript/$(NPM) clients/web/$(NPM) ## check style, types, the OpenAPI document and generated files
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	clients/javascript/node_modules/.bin/tsc --project clients/web
	clients/javascript/node_modules/.bin/tsc --project clients/web/tsconfig.worker.json
	cd clients/web && npm run --silent check
	cd clients/javascript && npm run --silent check
	$(BIN)/python openapi/generate.py --check
	$(BIN)/python openapi/generate_client.py --check
	$(BIN)/python languages/generate_catalogues.py --check
	$(BIN)/python tools/pages.py --check
	cd openapi && REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true npm run --silent lint
	$(BIN)/python openapi/compatibility.py

format: $(DEV) ## format the code
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	for client in clients/javascript clients/web; do ! test -d $$client/node_modules || npm run --silent --prefix $$client format; done

docs: $(DOCS) ## build the documentation site in dist/docs; warnings are errors
	$(BIN)/zensical build --clean --strict

dist: $(RUN) $(CLIENTS) ## build the packages for users without a copy of the repository, in DIST=dist
	for package in $(PACKAGES); do (cd $$package && $(abspath $(BIN))/python -m hatchling build --directory $(abspath $(DIST))) || exit; done
	$(if $(CLIENTS),cd clients/javascript && npm pack --silent --pack-destination $(abspath $(DIST)),@echo 'npm: not found: the JavaScript package is not built')

openapi: $(DEV) clients/javascript/$(NPM) ## generate the OpenAPI document, the clients made from it, and the parts of pages made from code
	$(BIN)/python openapi/generate.py
	$(BIN)/python openapi/generate_client.py
	cd clients/javascript && npm run --silent generate
	$(BIN)/python tools/pages.py

languages: $(DEV) ## update the Spanish, Catalan and Italian catalogues from the messages, and compile them
	$(BIN)/python languages/generate_catalogues.py

web: clients/web/$(NPM) ## bundle the web client in clients/web/dist (WATCH=1 does so again after each change)
	cd clients/web && npm run --silent $(if $(WATCH),watch,build)

lock: $(DEV) ## write the lock files from pyproject.toml (UPGRADE=1 takes the newest versions it allows)
	$(LOCK) pyproject.toml -o requirements/server.txt
	$(LOCK) pyproject.toml --group run -c requirements/server.txt -o requirements/run.txt
	$(LOCK) pyproject.toml --group dev -c requirements/run.txt -o requirements/dev.txt
	$(LOCK) --group docs -c requirements/dev.txt -o requirements/docs.txt
	$(LOCK) --group long -c requirements/dev.txt -o requirements/long.txt
	$(LOCK) --group learn -c requirements/dev.txt -o requirements/learn.txt

$(RUN): $(PACKAGES:%=%/pyproject.toml) requirements/run.txt
	@command -v $(PYTHON) >/dev/null || { echo '$(PYTHON): not found: install Python 3.11 or newer, or name it: make PYTHON=...' >&2; exit 1; }
	@$(PYTHON) tools/check_python.py
	$(PYTHON) -m venv $(VENV)
	$(call INSTALL,--require-hashes -r requirements/run.txt)
	$(call INSTALL,--no-deps --no-build-isolation $(PACKAGES:%=--editable %))
	@touch $@

$(DEV): $(RUN) requirements/dev.txt
	$(call INSTALL,--require-hashes -r requirements/dev.txt)
	@touch $@

$(DOCS): $(DEV) requirements/docs.txt
	$(call INSTALL,--require-hashes -r requirements/docs.txt)
	@touch $@

$(LONG): $(DEV) requirements/long.txt
	$(call INSTALL,--require-hashes -r requirements/long.txt)
	@touch $@

%/$(NPM): %/package.json %/package-lock.json
	@command -v npm >/dev/null || { echo 'Node.js and npm are needed: tools/install-system-packages' >&2; exit 1; }
	npm ci --prefix $* --ignore-scripts --no-audit --no-fund
	@touch $@

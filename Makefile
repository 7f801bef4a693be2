# `make` without a target prints the list of targets: the text after ## describes a target.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
# One virtual environment; each stamp says which requirements are installed in it.
RUN    := $(VENV)/.installed-run
DEV    := $(VENV)/.installed-dev
DOCS   := $(VENV)/.installed-docs
LONG   := $(VENV)/.installed-long
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check
NPM    := node_modules/.package-lock.json

LOCK := $(BIN)/uv pip compile --quiet --universal --generate-hashes $(if $(UPGRADE),--upgrade)

PYTEST := $(BIN)/python -m pytest
EACH_CORE := --numprocesses auto --dist loadgroup
EACH_FILE := --numprocesses auto --dist loadfile
# Compiled modules are kept between runs: the tests start many processes.
unexport PYTHONDONTWRITEBYTECODE

FIREFOX_TESTS := tests/clients/web/test_playing.py tests/clients/web/test_connection.py
.DEFAULT_GOAL := help
.PHONY: help run demo install test browser faults history history-long check-history contract firefox firefox-short bench test-long mutation tune \
	generators conformance check lint format types lint-openapi generated web compatible audit docs openapi languages pictures states icons vendor \
	lock clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(RUN) ## start the server and its bots on http://127.0.0.1:8000 (settings: HOST, PORT, REDIS_URL, DATA_DIR)
	@exec $(BIN)/regicide-server

demo: $(RUN) ## play one game over HTTP and print every action (PLAYERS=1 to 4)
	@exec $(BIN)/python clients/examples/demo.py

install: $(DEV) ## install the developers' tools and everything that the commands need, without running anything

test: $(DEV) ## run the tests
	$(BIN)/python -m regicide_arena.bots.compilation
	$(PYTEST) $(EACH_CORE) --durations 25 --durations-min 1 -m "not long and not contract and not faults and not browser"

browser: $(DEV) clients/web/$(NPM) ## run the browser tests (needs chromium)
	$(PYTEST) $(EACH_CORE) -m "browser and not long"

firefox: $(DEV) ## run the browser tests of the web client in Firefox
	tools/install-system-packages firefox
	$(BIN)/python -m regicide_arena.bots.compilation
	REGICIDE_BROWSER=firefox $(PYTEST) $(EACH_FILE) tests/clients/web -m "browser and not long" -r s

firefox-short: $(DEV) ## run the tests of a game and its connection in Firefox
	tools/install-system-packages firefox
	$(BIN)/python -m regicide_arena.bots.compilation
	REGICIDE_BROWSER=firefox $(PYTEST) $(FIREFOX_TESTS) -m "browser and not long" -r s

faults: $(DEV) ## run the fault tests, which kill servers, stores, workers and tournaments
	$(PYTEST) $(EACH_CORE) -m "faults and not long"

history: $(DEV) ## run clients against a failing system and check their history for lost or repeated actions
	$(PYTEST) tests/history -m "not long"

history-long: $(DEV) ## run the history tests for half an hour (HISTORY_SECONDS, HISTORY_SEED)
	$(PYTEST) tests/history -m long

check-history: $(DEV) ## check the log of an earlier run: make check-history LOG=/path/history.log
	@PYTHONPATH=tests/support $(BIN)/python -m history "$(LOG)"

contract: $(DEV) ## send requests generated from the OpenAPI document, with and without known games, for a minute
	$(PYTEST) tests/contract -m "contract and not long"

bench: $(DEV) ## compare the cost of requests with the stored ratios and bounds, with the most expensive ones of each operation
	$(BIN)/python benchmarks/actions.py --check
	$(BIN)/python benchmarks/load.py --check
	$(BIN)/python benchmarks/worst_cases.py
	$(BIN)/python benchmarks/growth.py stores 1000 10000

test-long: $(LONG) ## run the tests that take minutes, and the properties with many more examples
	$(PYTEST) -m long
	$(PYTEST) $(EACH_CORE) --hypothesis-profile thorough --timeout 3600 -m "property and not long and not contract"

mutation: $(LONG) ## count the small faults in the rules and the store's scripts that the tests find; takes an hour
	$(BIN)/python tools/mutation.py

tune: $(DEV) ## recompute the weights of the bots policy and planner; takes ten minutes
	$(BIN)/regicide-arena tune --workers auto

generators: $(LONG) openapi/$(NPM) clients/typescript/$(NPM) ## generate clients of other languages, compile them, and play games with them
	$(PYTEST) tests/contract/test_generated_clients.py

conformance: $(DEV) ## replay the recorded games of a folder: make conformance CONFORMANCE_DIR=/path
	$(PYTEST) tests/engine/test_conformance.py

check: lint types lint-openapi generated web compatible audit docs test browser faults contract bench ## run everything that must pass before a change is merged

lint: $(DEV) ## check code style and formatting
	$(BIN)/ruff check
	$(BIN)/ruff format --check

format: $(DEV) ## format the code
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	! test -d clients/web/node_modules || (cd clients/web && npm run --silent format)

types: $(DEV) ## check the types
	$(BIN)/mypy

lint-openapi: openapi/$(NPM) ## lint the OpenAPI document
	cd openapi && REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true npm run --silent lint

generated: $(DEV) clients/typescript/$(NPM) ## check that generated files are up to date
	$(BIN)/python openapi/generate.py --check
	$(BIN)/python openapi/generate_client.py --check
	$(BIN)/python languages/generate_catalogues.py --check
	$(BIN)/python tools/pages.py --check
	cd clients/typescript && npm run --silent generate -- --check

web: clients/typescript/$(NPM) clients/web/$(NPM) ## check the types and the formatting of the web client
	clients/typescript/node_modules/.bin/tsc --project clients/web
	clients/typescript/node_modules/.bin/tsc --project clients/web/tsconfig.worker.json
	cd clients/web && npm run --silent check

audit: $(DEV) ## check the locked packages for known vulnerabilities (skipped without a database)
	$(BIN)/python tools/audit.py

compatible: $(DEV) ## check that the OpenAPI document breaks no client of the last release
	$(BIN)/python openapi/compatibility.py

docs: $(DOCS) ## build the documentation site in dist/docs; warnings are errors
	$(BIN)/zensical build --clean --strict

openapi: $(DEV) clients/typescript/$(NPM) ## generate the OpenAPI document, the clients made from it, and the parts of pages made from code
	$(BIN)/python openapi/generate.py
	$(BIN)/python openapi/generate_client.py
	cd clients/typescript && npm run --silent generate
	$(BIN)/python tools/pages.py

languages: $(DEV) ## update the Spanish, Catalan and Italian catalogues from the messages, and compile them
	$(BIN)/python languages/generate_catalogues.py

pictures: $(DEV) ## retake the screenshots in the documentation (needs chromium)
	PYTHONPATH=tests/support $(BIN)/python tools/take_pictures.py

states: $(DEV) ## take screenshots of every state of the web client into dist/states (needs chromium; STATES="lobby kill")
	PYTHONPATH=tests/support $(BIN)/python tools/take_pictures.py --states dist/states $(if $(STATES),--only $(STATES))

icons: $(DEV) ## draw the icons of the web client from their SVG files (needs chromium)
	PYTHONPATH=tests/support $(BIN)/python tools/draw_icons.py

film: $(DEV) ## film a turn in which an enemy falls, for a look at its frames: make film FILM_DIR=/path (needs chromium)
	PYTHONPATH=tests/support $(BIN)/python tools/film.py "$(FILM_DIR)"

vendor: ## download the Swagger UI files of /docs and the encoder of QR codes again (needs npm)
	tools/vendor-swagger-ui
	tools/vendor-qr

lock: $(DEV) ## write the lock files from pyproject.toml (UPGRADE=1 takes the newest versions it allows)
	$(LOCK) pyproject.toml -o requirements/server.txt
	$(LOCK) pyproject.toml --group run -c requirements/server.txt -o requirements/run.txt
	$(LOCK) pyproject.toml --group dev -c requirements/run.txt -o requirements/dev.txt
	$(LOCK) --group docs -c requirements/dev.txt -o requirements/docs.txt
	$(LOCK) --group long -c requirements/dev.txt -o requirements/long.txt

clean: ## remove the virtual environment and all caches; games stay
	rm -rf $(VENV) openapi/node_modules clients/typescript/node_modules clients/typescript/dist clients/web/node_modules \
		.hypothesis .mypy_cache .pytest_cache .ruff_cache .cache dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(RUN): pyproject.toml clients/python/pyproject.toml requirements/run.txt
	@command -v $(PYTHON) >/dev/null || { echo '$(PYTHON): not found: install Python 3.11 or newer, or name it: make PYTHON=...' >&2; exit 1; }
	@$(PYTHON) tools/check_python.py
	$(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes -r requirements/run.txt
	$(PIP) --no-deps --no-build-isolation --editable . --editable clients/python
	@touch $@

$(DEV): $(RUN) requirements/dev.txt
	$(PIP) --require-hashes -r requirements/dev.txt
	@touch $@

$(DOCS): $(DEV) requirements/docs.txt
	$(PIP) --require-hashes -r requirements/docs.txt
	@touch $@

$(LONG): $(DEV) requirements/long.txt
	$(PIP) --require-hashes -r requirements/long.txt
	@touch $@

%/$(NPM): %/package.json %/package-lock.json
	@command -v npm >/dev/null || { echo 'Node.js and npm are needed: tools/install-system-packages' >&2; exit 1; }
	npm ci --prefix $* --ignore-scripts --no-audit --no-fund
	@touch $@

# `make` alone prints this list. A target's help stands behind its ##.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.installed
DOCS   := $(VENV)/.installed-docs
LONG   := $(VENV)/.installed-long
NPM    := node_modules/.package-lock.json

COMPILED := dist/compiled

PYTEST := $(BIN)/python -m pytest
EACH_CORE := --numprocesses auto --dist loadgroup

.DEFAULT_GOAL := help
.PHONY: help run demo test compiled browser faults history history-long check-history contract bench test-long tune \
	conformance check lint format types lint-openapi generated web compatible audit docs openapi languages pictures vendor \
	lock clean

help: ## print this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(READY) ## start the server on http://127.0.0.1:8000 (HOST, PORT, REDIS_URL and DATA_DIR change that)
	@exec $(BIN)/regicide-server

demo: $(READY) ## watch one whole game over HTTP, move by move (PLAYERS=1 to 4)
	@exec $(BIN)/python clients/examples/demo.py

test: $(READY) ## run the tests
	$(PYTEST) $(EACH_CORE) -m "not long and not contract and not faults and not browser"

compiled: $(READY) ## compile the rules and the planner to machine code, in dist/compiled, and run their tests so
	rm -rf $(COMPILED)
	HATCH_BUILD_HOOK_ENABLE_CUSTOM=true $(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps \
		--no-build-isolation --wheel-dir $(COMPILED) .
	$(BIN)/python -m zipfile --extract $(COMPILED)/*.whl $(COMPILED)/site
	COMPILED=1 PYTHONPATH=$(CURDIR)/$(COMPILED)/site $(PYTEST) $(EACH_CORE) -m "not long" tests/engine \
		tests/clients/arena/test_planner.py

browser: $(READY) clients/web/$(NPM) ## look at the pages in a real browser (needs chromium)
	$(PYTEST) $(EACH_CORE) -m "browser and not long"

faults: $(READY) ## kill servers, stores, workers and tournaments, and see that nothing is lost
	$(PYTEST) $(EACH_CORE) -m "faults and not long"

history: $(READY) ## let clients act while everything breaks, and see that nothing is lost and nothing done twice
	$(PYTEST) tests/history -m "not long"

history-long: $(READY) ## the same for half an hour (HISTORY_SECONDS, HISTORY_SEED)
	$(PYTEST) tests/history -m long

check-history: $(READY) ## look at the log of such a run again: make check-history LOG=/path/history.log
	@PYTHONPATH=tests/support $(BIN)/python -m history "$(LOG)"

contract: $(READY) ## let schemathesis make up requests from the document, for half a minute
	$(PYTEST) tests/contract -m "contract and not long"

bench: $(READY) ## see that requests cost no more beside the floor than they did, in half a minute
	$(BIN)/python benchmarks/actions.py --check

test-long: $(LONG) ## run the tests that take minutes
	$(PYTEST) -m long

tune: $(READY) ## find the numbers again that the bots policy and planner play by; takes hours
	$(BIN)/regicide-arena tune --workers auto

conformance: $(READY) ## replay the games of a folder: make conformance CONFORMANCE_DIR=/path
	$(PYTEST) tests/engine/test_conformance.py

check: lint types lint-openapi generated web compatible audit docs test compiled browser faults contract bench ## all that must pass before a change lands

lint: $(READY) ## look for faults and for lines out of format
	$(BIN)/ruff check
	$(BIN)/ruff format --check

format: $(READY) ## put the code into format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	! test -d clients/web/node_modules || (cd clients/web && npm run --silent format)

types: $(READY) ## check the types
	$(BIN)/mypy

lint-openapi: openapi/$(NPM) ## hold the OpenAPI document to the rules of a linter
	cd openapi && REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true npm run --silent lint

generated: $(READY) clients/typescript/$(NPM) ## see that the generated files are what would be generated now
	$(BIN)/python openapi/generate.py --check
	$(BIN)/python openapi/generate_client.py --check
	$(BIN)/python languages/generate_catalogues.py --check
	cd clients/typescript && npm run --silent generate -- --check

web: clients/typescript/$(NPM) clients/web/$(NPM) ## check the types and the format of the web client
	clients/typescript/node_modules/.bin/tsc --project clients/web
	cd clients/web && npm run --silent check

audit: $(READY) ## look for known faults in the locked packages, where a database of them can be reached
	$(BIN)/python tools/audit.py

compatible: $(READY) ## see that the OpenAPI document breaks no client of the last release
	$(BIN)/python openapi/compatibility.py

docs: $(DOCS) ## build the documentation site, in dist/docs; any warning is an error
	$(BIN)/python tools/reference.py
	$(BIN)/zensical build --clean --strict

openapi: $(READY) clients/typescript/$(NPM) ## generate the OpenAPI document, and the clients that are made from it
	$(BIN)/python openapi/generate.py
	$(BIN)/python openapi/generate_client.py
	cd clients/typescript && npm run --silent generate

languages: $(READY) ## bring the catalogues of Spanish, Catalan and Italian up to date with the texts, and compile them
	$(BIN)/python languages/generate_catalogues.py

pictures: $(READY) ## take the pictures of the web client again that the documentation shows (needs chromium)
	PYTHONPATH=tests/support $(BIN)/python tools/take_pictures.py

vendor: ## fetch the files of Swagger UI again that /docs is made of (needs npm)
	tools/vendor-swagger-ui

lock: $(READY) ## pin the newest versions that pyproject.toml allows
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes pyproject.toml -o requirements.txt
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes pyproject.toml --group dev \
		-c requirements.txt -o requirements-dev.txt
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --group docs \
		-c requirements-dev.txt -o requirements-docs.txt
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --group long \
		-c requirements-dev.txt -o requirements-long.txt

clean: ## remove the virtual environment and all caches, but no games
	rm -rf $(VENV) openapi/node_modules clients/typescript/node_modules clients/typescript/dist clients/web/node_modules \
		.hypothesis .mypy_cache .pytest_cache .ruff_cache .cache dist
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml clients/python/pyproject.toml requirements-dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable . \
		--editable clients/python
	@touch $@

$(DOCS): $(READY) requirements-docs.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-docs.txt
	@touch $@

$(LONG): $(READY) requirements-long.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-long.txt
	@touch $@

%/$(NPM): %/package.json %/package-lock.json
	@command -v npm >/dev/null || { echo 'Node.js and npm are needed: tools/install-system-packages' >&2; exit 1; }
	npm ci --prefix $* --ignore-scripts --no-audit --no-fund
	@touch $@

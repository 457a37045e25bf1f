# Tasks of a checkout with a virtual environment: the active one, or .venv (`make venv` makes it).
# `make VENV=path TARGET` takes another; `make test ARGS='-k hive'` passes arguments on.

VENV ?= $(or $(VIRTUAL_ENV),.venv)
export PATH := $(abspath $(VENV))/bin:$(abspath $(VENV))/Scripts:$(PATH)
export PYTHONPATH := scoring:builders
SLOW := tests/games tests/judging tests/ratings tests/running tests/simulation tests/builders tests/positions \
        tests/cli/test_demo.py tests/scoring/test_grading.py tests/lab/systems/test_local.py tests/test_readme.py

.DEFAULT_GOAL := help
.PHONY: help venv check format test all fast coverage freeze docs pages lock ci

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):  ## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

venv:  ## make .venv with what developers need
	python3 -m venv .venv && .venv/bin/python -m pip install -e '.[dev]'

check:  ## style, types, layers, spelling, and that dataset/ is untouched or a new release
	ruff format --check . && ruff check . && codespell
	mypy && lint-imports && python .ci/dataset_guard.py

format:  ## put the code into the house style
	ruff check --fix-only . && ruff format .

test:  ## the tests but the slow ones
	pytest $(ARGS)

all:  ## all tests
	pytest -m "" $(ARGS)

fast:  ## the tests that take seconds: all but games, dialogues, ratings, runs and whole reports
	pytest $(addprefix --ignore=,$(SLOW)) $(ARGS)

coverage:  ## all tests, and which lines and branches they miss
	pytest -m "" --cov --cov-report=term $(ARGS)

freeze:  ## write dataset/ from its sources, and prove that it comes out again
	python -m interplay_builders freeze && python -m interplay_builders check

docs:  ## build the site in docs/_build/html; warnings are errors
	sphinx-build -q -W --keep-going docs docs/_build/html

pages:  ## check the documents: links, commands, examples, notebooks and the site
	pytest -m "" -n0 tests/test_documents.py tests/test_readme.py tests/test_site.py $(ARGS)

lock:  ## bring uv.lock up to pyproject.toml
	uv lock --default-index https://pypi.org/simple

ci:  ## everything in a fresh environment, as before a merge
	bash .ci/run

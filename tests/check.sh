#!/bin/sh
# Everything that must be green: format, lint, types, tests. The argument is the folder of the tools.
set -eu
bin=${1:+$1/}
"${bin}ruff" format --check .
"${bin}ruff" check .
"${bin}mypy"
"${bin}python" -m pytest -n auto

#!/usr/bin/env bash
# slipway bench fuzz [--quick] [--json] [--check] [--seed N] [--cases N] [--replay FILE]
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench}"
# shellcheck source=tests/load/bench/load.bash
source "$SLIPWAY_ROOT/tests/load/bench/load.bash"
run_bench 512m dev.slipway.load.FuzzBench "$@"

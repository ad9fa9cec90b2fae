#!/usr/bin/env bash
# slipway bench overlap [--quick] [--json] [--check]
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench}"
# shellcheck source=tests/load/bench/load.bash
source "$SLIPWAY_ROOT/tests/load/bench/load.bash"
run_bench 256m dev.slipway.load.OverlapBench "$@"

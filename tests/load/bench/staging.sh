#!/usr/bin/env bash
# slipway bench staging [copy] [params] [ssh] [bank] [--quick] [--json] [--check]: all parts, or only the named ones
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench}"
# shellcheck source=tests/load/bench/load.bash
source "$SLIPWAY_ROOT/tests/load/bench/load.bash"
# shellcheck source=deploy/shell/service.sh
source "$SLIPWAY_ROOT/deploy/shell/service.sh"
# shellcheck source=deploy/shell/setup.sh
source "$SLIPWAY_ROOT/deploy/shell/setup.sh"
command -v psql >/dev/null && command -v bgzip >/dev/null || install_packages postgresql-client tabix
jvm=("${service_jvm[@]}")
run_bench 256m dev.slipway.load.StagingBench "$@"

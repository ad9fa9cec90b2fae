#!/usr/bin/env bash
# slipway bench soap [--quick] [--json] [--check] [status] [ping] [cli]: if parts are named, only these run after the
# submissions
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench}"
# shellcheck source=tests/load/bench/load.bash
source "$SLIPWAY_ROOT/tests/load/bench/load.bash"
# shellcheck source=deploy/shell/service.sh
source "$SLIPWAY_ROOT/deploy/shell/service.sh"
find_java
folder=$(mktemp -d /var/tmp/slipway-bench-soap-XXXXXX)
# The identities of database and runs must be able to pass.
chmod 711 "$folder"
export SLIPWAY_HOME=$folder/home
prepare_home "$SLIPWAY_HOME"
service_command "$SLIPWAY_HOME"
run_bench 512m dev.slipway.load.SoapBench "$@" -- "${service[@]}"

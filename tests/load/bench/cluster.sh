#!/usr/bin/env bash
# slipway bench cluster [--quick] [--json] [--check] [pairs] [remote] [burst] [array] [flight]: all parts, or only the
# named ones. Measures the service on a cluster with Slurm against the bare commands, in turns.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench}"
# shellcheck source=tests/load/bench/load.bash
source "$SLIPWAY_ROOT/tests/load/bench/load.bash"
# shellcheck source=deploy/shell/service.sh
source "$SLIPWAY_ROOT/deploy/shell/service.sh"
# shellcheck source=deploy/shell/setup.sh
source "$SLIPWAY_ROOT/deploy/shell/setup.sh"
set_up slurm
[ "$EUID" = 0 ] || fail "bench cluster needs root: the daemons of its cluster act as the users of jobs" ""
find_java
folder=$(mktemp -d /var/tmp/slipway-bench-cluster-XXXXXX)
# The identities of database and runs must be able to pass.
chmod 711 "$folder"
export SLIPWAY_HOME=$folder/home
prepare_home "$SLIPWAY_HOME"
service_command "$SLIPWAY_HOME"
run_bench 256m dev.slipway.load.ClusterBench "$@" -- "${service[@]}"

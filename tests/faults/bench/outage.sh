#!/usr/bin/env bash
# Breaks a cluster with Slurm around the service's jobs: slipway bench outage [--quick] [--only WORDS] [--json]
# [--check]. Prints faults, and jobs lost, doubled, misjudged and orphaned, each of which must be 0. --only chooses the
# faults whose names contain WORDS.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench outage}"
cd "$SLIPWAY_ROOT"
# shellcheck source=deploy/shell/shared.sh
source deploy/shell/shared.sh
# shellcheck source=deploy/shell/setup.sh
source deploy/shell/setup.sh
set_up slurm
[ "$EUID" = 0 ] || fail "bench outage needs root: the daemons of its cluster act as the users of jobs"
./mvnw -B -ntp -q -DskipStyle -DskipTests -pl tests/faults -am package >&2
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -Dslipway.root="$SLIPWAY_ROOT" \
  -cp "tests/faults/target/classes:tests/faults/target/lib/*" dev.slipway.faults.OutageBench "$@"

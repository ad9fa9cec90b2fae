#!/usr/bin/env bash
# Kills the middleware at random moments while it runs a smaller version of the demo's job: slipway bench crash [--kills
# N] [--seed S] [--quick] [--json] [--check]. Prints kills, and jobs lost, doubled and orphaned, each of which must be
# 0.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench crash}"
cd "$SLIPWAY_ROOT"
./mvnw -B -ntp -q -DskipStyle -DskipTests -pl tests/faults -am package >&2
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -Dslipway.root="$SLIPWAY_ROOT" \
  -cp "tests/faults/target/classes:tests/faults/target/lib/*" dev.slipway.faults.CrashBench "$@"

#!/usr/bin/env bash
# slipway bench overlap [--quick] [--json] [--check]
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench}"
load=$SLIPWAY_ROOT/tests/load/target
exec java -Xmx256m -Dslipway.root="$SLIPWAY_ROOT" -cp "$load/classes:$load/lib/*" dev.slipway.load.OverlapBench "$@"

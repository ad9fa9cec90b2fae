#!/usr/bin/env bash
# slipway bench market [--quick] [--json] [--check]
# The market chain's parts against their rivals, side by side in one run. Each group is a script of this folder, market-GROUP.sh
# FOLDER [--quick], which prints a line for each measurement: CELL WHO VALUE COUNTS BYTES. They go to
# native-kernels/target/bench/market.figures, and market_report.py makes one table of them.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
kernels=$SLIPWAY_ROOT/native-kernels here=$SLIPWAY_ROOT/native-kernels/bench/market
figures=$kernels/target/bench/market.figures
groups=(book chain)
quick=()
for option in "$@"; do
    [[ $option =~ ^--(quick|json|check)$ ]] || fail "bench market knows --quick --json --check, not $option"
    [ "$option" != --quick ] || quick=(--quick)
done
mkdir -p "$kernels/target/bench"
: >"$figures"
for group in "${groups[@]}"; do
    bash "$here/market-$group.sh" "$kernels/target/cmake/bench" "${quick[@]}" >>"$figures"
done
python3 "$here/market_report.py" "$figures" "$@"

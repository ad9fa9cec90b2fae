#!/usr/bin/env bash
# slipway bench NAME: runs a benchmark of the repository and prints its table.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
cd "$SLIPWAY_ROOT"
name=${1:-}
script=$(find native-kernels/bench tests/load/bench tests/faults/bench -name "$name.sh" 2>/dev/null | head -1)
[ -n "$name" ] && [ -n "$script" ] || fail "no benchmark '$name'" \
  "There are: $(find native-kernels/bench tests/load/bench tests/faults/bench -name '*.sh' -printf '%f ' 2>/dev/null | sed 's/\.sh//g')"
shift
# A library without which a benchmark's programs are left out must be installed before the build.
if [[ $name = fft* ]]; then
  # shellcheck source=deploy/shell/setup.sh
  source "$SLIPWAY_ROOT/deploy/shell/setup.sh"
  set_up fft
fi
bash "$SLIPWAY_ROOT/deploy/shell/build.sh"
exec bash "$SLIPWAY_ROOT/$script" "$@"

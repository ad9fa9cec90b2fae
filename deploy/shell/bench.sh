#!/usr/bin/env bash
# Usage: slipway bench [-h] NAME [OPTION...]
# Runs a benchmark of the repository and prints its table.
#
#   -h, --help   shows this help and the names of the benchmarks
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
cd "$SLIPWAY_ROOT"
name=${1:-}
folders=(native-kernels/bench tests/load/bench tests/faults/bench)
names=$(find "${folders[@]}" -name '*.sh' -printf '%f\n' | sed 's/\.sh$//' | LC_ALL=C sort | paste -sd ' ')
case $name in
  '') misuse "bench needs the name of a benchmark" "There are: $names" ;;
  -h | --help) help_of "$SLIPWAY_ROOT/deploy/shell/bench.sh" && printf '\nBenchmarks: %s\n' "$names" && exit 0 ;;
esac
script=$(find "${folders[@]}" -name "$name.sh" | head -1)
[ -n "$script" ] || misuse "no benchmark '$name'" "There are: $names"
shift
# A library without which a benchmark's programs are left out must be installed before the build.
if [[ $name = fft* ]]; then
  # shellcheck source=deploy/shell/setup.sh
  source "$SLIPWAY_ROOT/deploy/shell/setup.sh"
  set_up fft
fi
bash "$SLIPWAY_ROOT/deploy/shell/build.sh"
exec bash "$SLIPWAY_ROOT/$script" "$@"

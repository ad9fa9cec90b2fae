#!/usr/bin/env bash
# slipway bench NAME: runs a benchmark of the repository and prints its table.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
name=${1:-}
case $name in
  kernel) ;;
  *) fail "no benchmark '$name'" "There is: kernel" ;;
esac
shift
bash "$SLIPWAY_ROOT/deploy/shell/build.sh"
exec bash "$SLIPWAY_ROOT/native-kernels/bench/$name.sh" "$@"

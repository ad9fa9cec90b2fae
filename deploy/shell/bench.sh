#!/usr/bin/env bash
# slipway bench NAME: runs a benchmark of the repository and prints its table.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
folder=$SLIPWAY_ROOT/deploy/shell/bench
names=$(cd "$folder" 2>/dev/null && ls ./*.sh 2>/dev/null | sed 's|^\./||; s|\.sh$||' | tr '\n' ' ')
[ -e "$folder/${1:-}.sh" ] || fail "no benchmark '${1:-}'" "There are: ${names:-none yet}"
name=$1
shift
exec bash "$folder/$name.sh" "$@"

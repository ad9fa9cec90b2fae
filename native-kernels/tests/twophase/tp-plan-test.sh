#!/usr/bin/env bash
# tp-plan-test.sh TP-PLAN MPIEXEC: the output of tp-plan, and its exit statuses.
set -euo pipefail
plan=$1 mpiexec=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
seq 100000 >"$work/lines.csv"
failed=0
not_ok() { printf 'not ok: %s\n' "$*"; cat "$work/out" "$work/err"; failed=1; }

# try STATUS ARGUMENT...: on two ranks; try1: on one, without mpirun.
try() { try_by "$mpiexec -n 2" "$@"; }
try1() { try_by '' "$@"; }
try_by() {
    local by=$1 wanted=$2 status=0
    shift 2
    $by "$plan" "$@" >"$work/out" 2>"$work/err" || status=$?
    [ "$status" = "$wanted" ] || not_ok "$* ends with $status, not $wanted"
}
shows() { grep -q -e "$1" "$work/out" || not_ok "standard output lacks \"$1\""; }
tells() { grep -q -e "$1" "$work/err" || not_ok "standard error lacks \"$1\""; }

try 0 --group rank --access-ranks 2 --phase2 atv --segment 32768 --read "$work/lines.csv"
shows 'phase 1: a segment has .* read in 1 part by 2 access ranks in rotation: a part of less than [0-9]* bytes.* is not worth a read'
shows 'phase 2 by ATV of 2 access ranks: asked for'
shows 'memory: '
shows '100000 lines, 588895 bytes'
try 0 --group rank --access-ranks 2 --segment 262144 "$work/lines.csv"
shows 'read in 2 parts, one by each access rank'
try1 0 --help
shows '^usage: '
shows '--access-ranks'
try1 2
tells 'which file?'
try1 2 "$work/lines.csv" "$work/lines.csv"
tells 'one file'
try1 2 --phase2 some "$work/lines.csv"
tells -- '--phase2 is one of auto, none, mbc, atv, allgatherv, not "some"'
try1 2 --slots 65 "$work/lines.csv"
tells -- '--slots is not a number from 2 to 64: "65"'
try1 2 --fast "$work/lines.csv"
tells 'no such option: --fast'
try1 3 "$work/none.csv"
tells 'none.csv: cannot open'
try 3 --group rank --access-ranks 3 "$work/lines.csv"
tells 'access_ranks 3 is out of its range'
[ $failed = 0 ] && echo "ok"
exit $failed

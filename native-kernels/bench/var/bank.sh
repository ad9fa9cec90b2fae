#!/usr/bin/env bash
# bank.sh BUILD FOLDER SCENARIOS WHAT: the cost of a bank beside its kernels, as lines for var_report.py. Times are in
# seconds. WHAT is "run": 1 % of the bank (FOLDER/part), 10 days, 100 common inner paths, as whole commands on 1 and 2
# ranks (wall time; on 2 also the processor time of all processes), and the kernels alone (processor time). Or "memory":
# the most memory that one of 2 ranks takes when the whole bank (FOLDER/whole) is loaded, in MiB.
set -euo pipefail
build=$1 top=$2 scenarios=$3 what=$4
TIMEFORMAT='%R %U %S'
# bank_var RANKS LIST SCENARIOS [COMMAND...]: the run on that many ranks, each started by COMMAND.
bank_var() {
    local ranks=$1 list=$2 scenarios=$3
    shift 3
    mpirun.openmpi -n "$ranks" "$@" "$build/var-mc" --inputs "$list" --scenarios "$scenarios" --horizon-days 10 --paths 100 \
        --covariance shrunk --pnl "$top/pnl.csv" --figures "$top/figures.csv" >&2
}
case $what in
run)
    list=$top/part/inputs.csv
    for ranks in 2 1; do
        { time bank_var "$ranks" "$list" "$scenarios" 2>"$top/errors"; } 2>"$top/time" || { cat "$top/errors" >&2; exit 1; }
        read -r wall user system <"$top/time"
        echo "bank_$ranks ours $wall 0 0"
        [ "$ranks" = 1 ] || awk -v u="$user" -v s="$system" 'BEGIN { print "bank_cpu ours", u + s, 0, 0 }'
    done
    "$build/bench/bench-var-bank" "$list" "$scenarios" 100
    ;;
memory)
    # Each rank appends its line in one write.
    bank_var 2 "$top/whole/inputs.csv" 256 python3 "$(dirname "$0")/most_memory.py" "$top/memory"
    sort -n "$top/memory" | awk 'END { print "bank_mb ours", $1 / 1024, 0, 0 }'
    ;;
esac

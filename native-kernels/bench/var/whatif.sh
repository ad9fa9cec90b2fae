#!/usr/bin/env bash
# whatif.sh BUILD FOLDER SCENARIOS: the time of trades on a saved run, in seconds, as a line for var_report.py. The
# files are those of the whole bank, FOLDER/whole. Every 100th position in closed form is held, and the first of each
# desk, so that the run to save takes seconds: the cost of trades does not depend on the number of positions. One trade
# in an instrument of each kind; wall time of the whole command on 2 ranks.
set -euo pipefail
build=$1 top=$2 scenarios=$3
bank=$top/thin
if [ ! -e "$top/run" ]; then
    cp -rs "$top/whole" "$bank"
    for kind in asian basket discrete-barrier; do cut -d, -f1 "$bank/$kind.csv"; done | sort >"$top/slow"
    for holdings in "$bank"/holdings-*.csv; do
        awk -F, 'NR == FNR { slow[$1] = 1; next } FNR <= 2 || (FNR % 100 == 2 && !($4 in slow))' "$top/slow" "$holdings" >"$top/held"
        mv "$top/held" "$holdings"
    done
    { echo position,desk,book,instrument,quantity
      for kind in $(cut -d, -f1 "$bank/inputs.csv"); do
          if [ -f "$bank/$kind.csv" ] && head -1 "$bank/$kind.csv" | grep -q '^instrument,'; then
              echo "trade-$kind,derivatives,new,$(sed -n 2p "$bank/$kind.csv" | cut -d, -f1),100"
          fi
      done | sort -u; } >"$top/trades.csv"
    mpirun.openmpi -n 2 "$build/var-mc" --inputs "$bank/inputs.csv" --scenarios "$scenarios" --horizon-days 10 --paths 100 --covariance shrunk \
        --pnl "$top/pnl.csv" --figures "$top/figures.csv" --save "$top/run" >&2
fi
TIMEFORMAT=%R
trades() {
    mpirun.openmpi -n 2 "$build/var-mc" --inputs "$bank/inputs.csv" --onto "$top/run" --add "$top/trades.csv" \
        --pnl "$top/pnl.csv" --figures "$top/figures.csv" --without "$top/without.csv" >&2
}
{ time trades 2>"$top/errors"; } 2>"$top/time" || { cat "$top/errors" >&2; exit 1; }
cmp -s "$top/figures.csv" "$top/without.csv" && { echo "whatif.sh: the trades have no effect" >&2; exit 1; }
echo "whatif ours $(cat "$top/time") 0 0"

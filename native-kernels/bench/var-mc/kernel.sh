#!/usr/bin/env bash
# Kernel time of a job of the main job's size: 5,000 positions (1,100 Asian), 20 symbols, 10,000 scenarios, 1,000 inner paths.
# slipway bench kernel [RUNS]; prints median, least and most seconds for 1 and 2 ranks.
set -eu
build=$(cd "$(dirname "$0")/../../target/cmake" && pwd) runs=${1:-5}
top=$(mktemp -d); trap 'rm -rf "$top"' EXIT; cd "$top"
"$build/tests/make-inputs" . 5000 20 1260
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader OMPI_MCA_mpi_yield_when_idle=1
for _ in $(seq "$runs"); do
    for ranks in 1 2; do # interleaved, so that a busy minute touches both
        mpirun.openmpi -n $ranks "$build/var-mc" --positions positions.csv.gz --prices prices.csv.gz \
            --curve curve.csv --scenarios 10000 --pnl pnl.csv --figures figures.csv |
            sed -n 's/^kernel time \(.*\) s$/\1/p' >> "ranks-$ranks"
    done
done
for ranks in 1 2; do
    sort -n "ranks-$ranks" | awk -v r=$ranks '{ t[NR] = $1 }
        END {
            printf "%d ranks: median %.2f s, least %.2f, most %.2f, of %d\n",
                r, t[int((NR + 1) / 2)], t[1], t[NR], NR }'
done

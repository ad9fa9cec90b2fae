#!/usr/bin/env bash
# slipway bench write [--quick] [--json] [--check]
# 8 ranks write one compressed file with its index: with the library each rank packs and writes its own blocks, in the
# rival all data go to rank 0, which packs and writes alone. The file is in memory (/dev/shm), because a disk's sync
# would hide the difference. The ratio is of medians. For figures on a busy machine: chrt -r 1 ./slipway bench write.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
build=$SLIPWAY_ROOT/native-kernels/target/cmake/bench
rounds=7 bytes=$((128 << 20)) form=table check=no goal=1.6
for option in "$@"; do
    case $option in
    --quick) rounds=5 bytes=$((32 << 20)) ;;
    --json) form=json ;;
    --check) check=yes ;;
    *) fail "bench write knows --quick --json --check, not $option" ;;
    esac
done

top=$(mktemp -d /dev/shm/slipway-bench-write-XXXXXX)
trap 'rm -rf "$top"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1 OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader
"$build/make-lines" "$top/lines.csv" "$bytes" 310
timeout -k 5 500 mpirun.openmpi -n 8 "$build/bench-write" "$top/lines.csv" "$top" "$rounds" 6 >"$top/times"

read -r load _ </proc/loadavg
sort -k1,1 -k2,2g "$top/times" | awk -v form="$form" -v check="$check" -v goal="$goal" -v load="$load" -v rounds="$rounds" \
    -v bytes="$bytes" -v cores="$(nproc)" '
    { time[$1, ++count[$1]] = $2 }
    function median(way,  n) { n = count[way]; return (time[way, int((n + 1) / 2)] + time[way, int(n / 2) + 1]) / 2 }
    function row(words, way) { printf "  %-44s %8.3f %8.3f %8.3f\n", words, median(way), time[way, 1], time[way, count[way]] }
    END {
        ratio = median("rank0") / median("twophase")
        if (form == "json") {
            printf "{\"bench\":\"write\",\"machine\":{\"cores\":%d,\"load\":%s},\"results\":{\"write_vs_rank0\":%.3f}}\n", cores, load, ratio
        } else {
            printf "8 ranks write %.0f MB, compressed at level 6, %d rounds%26s %8s %8s\n", bytes / 1e6, rounds, "median s", "least", "most"
            row("all to rank 0, which packs and writes", "rank0")
            row("twophase: each rank packs and writes", "twophase")
            printf "write_vs_rank0 %.2f x, at least %s, %s\n%d cores, load %s\n", ratio, goal, (ratio >= goal ? "met" : "MISSED"), cores, load
        }
        exit (check == "yes" && ratio < goal)
    }'

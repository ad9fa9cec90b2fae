#!/usr/bin/env bash
# slipway bench read [--quick] [--json] [--check]
# All ranks read all lines of a file: the library against its rivals, in rounds that measure each once. Repeats the
# report's figures 5 and 6 and table 1, and checks this library's goals. Plots and all single times go to
# native-kernels/target/bench/. For figures on a busy machine: chrt -r 1 ./slipway bench read.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
# shellcheck source=deploy/shell/setup.sh
source "$SLIPWAY_ROOT/deploy/shell/setup.sh"
kernels=$SLIPWAY_ROOT/native-kernels build=$SLIPWAY_ROOT/native-kernels/target/cmake/bench
for option in "$@"; do
    [[ $option =~ ^--(quick|json|check)$ ]] || fail "bench read knows --quick --json --check, not $option"
done
wants() { [[ " ${options[*]} " = *" --$1 "* ]]; }
options=("$@")
say() { wants json || printf '%s\n' "$*"; }

command -v python3 >/dev/null || install_packages python3-minimal
command -v tc >/dev/null || install_packages iproute2

MiB=$((1 << 20))
if wants quick; then
    rounds=3 main=$((64 * MiB)) large=71500000 nodes=$((16 * MiB)) few=$((4 * MiB)) network=$((4 * MiB))
    segments=(4096 65536 1048576) buffers=(65536 1048576 16777216)
else
    rounds=5 main=$((256 * MiB)) large=286000000 nodes=$((64 * MiB)) few=$((16 * MiB)) network=$((8 * MiB))
    segments=(1024 4096 16384 65536 262144 1048576)
    buffers=(16384 65536 262144 1048576 4194304 16777216 67108864 134217728)
fi

results=$kernels/target/bench
mkdir -p "$results"
top=$(mktemp -d "$results/inputs-XXXXXX")
trap 'rm -rf "$top"' EXIT
: >"$results/read.times"

# Fields that change in 1,000 (make-lines) for 5.2 to 1, and for the 6.2 and 12.6 to 1 of the report's two files.
say "making the inputs"
make_lines() { "$build/make-lines" "$top/$1.csv" "$2" "$3" && cat "$top/$1.csv" "$top/$1.csv.gz" >/dev/null; }
make_lines main "$main" 310
make_lines nodes "$nodes" 310
make_lines few "$few" 310
make_lines large "$large" 252
make_lines small 3400000 97
make_lines network $network 310

# One line each for bench-read: CELL VARIANT WAY FILE [SEGMENT [PHASE2 [GROUP [ACCESS]]]]. Variants named node... and
# rank... force the plan; auto leaves the plan to the library, except for options stated by the cell.
forced() { # CELL FILE SEGMENT GROUP-PHASE2[-ACCESS]...
    local cell=$1 file=$2 segment=$3 group phase2 access
    shift 3
    for variant in "$@"; do
        IFS=- read -r group phase2 access <<<"$variant"
        echo "$cell $variant twophase $file $segment $phase2 $group ${access:-0}"
    done
}
one_node() { # FOLDER-OF-CELLS FILE
    echo "$1.plain posix posix $2
$1.plain auto twophase $2
$1.block auto twophase $2.gz"
    forced "$1.plain" "$2" 0 node-none rank-none
    forced "$1.block" "$2.gz" 0 node-none
}
{
    one_node ranks8 "$top/main.csv"
    forced ranks8.plain "$top/main.csv" 0 rank-mbc-{1,2,4,8} rank-atv-4 rank-allgatherv-4
    forced ranks8.block "$top/main.csv.gz" 0 rank-none
    echo "ranks8.plain buffer buffer $top/main.csv
ranks8.plain broadcast broadcast $top/main.csv
ranks8.block report report $top/main.csv.gz"
    for file in large small; do
        one_node $file "$top/$file.csv"
        echo "$file.block report report $top/$file.csv.gz"
    done
    for buffer in "${buffers[@]}"; do
        echo "buffer.$buffer auto twophase $top/main.csv $buffer"
        forced "buffer.$buffer" "$top/main.csv" "$buffer" node-none rank-none rank-mbc-1
    done
} >"$top/ranks8"
one_node ranks16 "$top/main.csv" >"$top/ranks16"
{
    for file in main large small; do
        echo "$file generic-IO generic $top/$file.csv" | sed 's/^main/ranks8/; s/ /.plain /'
    done
} >"$top/generic"
for buffer in "${buffers[@]}"; do # below 256 KiB it takes many times longer than all else
    ((buffer < 262144)) || echo "buffer.$buffer generic-romio321 generic $top/main.csv $buffer"
done >"$top/generic-buffers"
sed 's/-IO/-ompio/' "$top/generic" >"$top/ompio"
sed 's/-IO/-romio321/' "$top/generic" | cat - "$top/generic-buffers" >"$top/romio321"
{
    echo "nodes.plain auto twophase $top/nodes.csv
nodes.block report report $top/nodes.csv.gz
nodes.block auto twophase $top/nodes.csv.gz
fewer.plain broadcast broadcast $top/few.csv
fewer.plain auto twophase $top/few.csv"
    forced nodes.plain "$top/nodes.csv" 0 rank-mbc-1
    forced nodes.block "$top/nodes.csv.gz" 0 node-mbc-{1,4} node-atv-4 node-allgatherv-4
    forced fewer.plain "$top/few.csv" 0 node-mbc-{1,4} node-atv-4 node-allgatherv-4 rank-mbc-1
} >"$top/nodes"
for segment in "${segments[@]}"; do
    for access in 1 2 4; do
        echo "network.$segment.$access auto twophase $top/network.csv $segment auto auto $access"
        forced "network.$segment.$access" "$top/network.csv" "$segment" node-{mbc,atv,allgatherv}-$access
    done
done >"$top/network"

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1
# measure RANKS LIST [ENTER...]: in another order each round, because a measurement may influence the next one.
measure() {
    local ranks=$1 list=$2
    shift 2
    shuf --random-source=<(yes "$round") "$top/$list" >"$top/list"
    "$@" timeout -k 5 400 mpirun.openmpi -n "$ranks" "$build/bench-read" "$top/list" >>"$results/read.times" 2>"$top/errors" || {
        local status=$?
        cat "$top/errors" >&2
        [ $status = 77 ] || fail "bench-read $list: status $status" "The list is what read.sh makes; the times so far are in $results/read.times."
        hosts=
    }
}
hosts=$kernels/tests/net/four-hosts.sh
on_node=(env OMPI_MCA_pml=ob1 "OMPI_MCA_btl=self,vader")
for ((round = 1; round <= rounds; round++)); do
    say "round $round of $rounds"
    measure 8 ranks8 "${on_node[@]}"
    measure 8 ompio "${on_node[@]}" OMPI_MCA_io=ompio
    measure 8 romio321 "${on_node[@]}" OMPI_MCA_io=romio321
    measure 16 ranks16 "${on_node[@]}"
    [ -z "$hosts" ] || measure 8 nodes "$hosts" --rate 100mbit
    [ -z "$hosts" ] || measure 4 network "$hosts" --rate 400mbit --slots 1
done
mapfile -t sizes < <(cd "$top" && stat -c '%n=%s' {main,nodes,few,large,small}.csv{,.gz})
python3 "$kernels/bench/twophase/read_report.py" "$results" "${sizes[@]}" "$@"

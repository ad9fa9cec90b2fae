#!/usr/bin/env bash
# market-rounds.sh SETTING ROUNDS CHAINS FOLDER OPTION...: the rounds of one setting of market-figures.sh, on the hosts
# on which the script is started. The options are those of market-chain. Leaves FOLDER/ROUND/CHAIN/ with the samples and
# the output of each chain, and prints the load. PRIORITY, such as "chrt -r 1", starts each chain; an equally long rest
# for other processes then follows.
set -euo pipefail
: "${BUILD:?call ./slipway bench market-figures}"
setting=$1 rounds=$2 chains=$3 folder=$4 here=$(cd "$(dirname "$0")" && pwd)
shift 4
options=("$@")
read -r -a priority <<<"${PRIORITY:-}"
fail() { printf 'market-rounds: %s\n' "$*" >&2; exit 1; }
cd "$folder"
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
ranks=4
[ "$setting" != one ] || { ranks=2 && export OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader; }

# write_graph ARGUMENT...: writes graph.xml of this setting, with kernels that have these arguments.
write_graph() {
    local arguments='' each
    for each in "$@"; do arguments+="<argument>$each</argument>"; done
    sed -e "s|FOLDER|$BUILD|" -e "/<kernel/s|ARGUMENTS|$arguments|" "$here/$setting.xml" >graph.xml
}
# Puts the command that starts CHAIN into the array command.
command_of() {
    local chain=$1
    shift
    case $chain in
    hybrid) write_graph "$@" && command=("$BUILD/stream-launch" --shell 'bash /dev/shm/bed/agent' graph.xml) ;;
    openmpi) command=(mpirun.openmpi -n "$ranks" "$BUILD/market-chain" --mpi "$@") ;;
    mpich) command=(mpirun.mpich -n "$ranks" "$MPICH/market-chain" --mpi "$@") ;;
    esac
}
# Only MPI of two clusters needs heads that lead packets on.
heads() { [ "$setting" != clusters ] || bash /dev/shm/bed/heads "$1"; }
# With several hosts the store is in memory, because the disk is not measured.
drop_stores() {
    local host
    [ "$setting" = one ] || for host in /dev/shm/bed/10.77.0.*; do bash /dev/shm/bed/agent "${host##*/}" 'rm -f /dev/shm/chain.store'; done
}
run_chain() { # CHAIN FOLDER
    local own=("${options[@]}" --samples "$2") status=0 begun=$SECONDS
    [ "$setting" = one ] || own+=(--store /dev/shm/chain.store)
    mkdir -p "$2"
    command_of "$1" "${own[@]}"
    [ "$1" = hybrid ] || heads open
    "${priority[@]}" "${command[@]}" >"$2/log" 2>&1 || status=$?
    [ "$1" = hybrid ] || heads shut
    [ $status = 0 ] || fail "$setting: $1 failed with status $status: $(tail -3 "$2/log")"
    drop_stores
    [ ${#priority[@]} = 0 ] || sleep $((SECONDS - begun + 1))
}
# Open MPI where heads lead no packets on, for a minute.
hidden() {
    local status=0
    timeout -k 5 60 mpirun.openmpi -n 4 "$BUILD/market-chain" --mpi --orders 1000 --rates 1000 >hidden.log 2>&1 || status=$?
    echo "Open MPI on hidden hosts, within 60 s: status $status$([ $status != 124 ] || echo ' (no answer)'). $(grep -vE '^[-[:space:]]*$' hidden.log | head -3 | tr '\n' ' ')"
}
load() { echo "load when round $1 $2: $(cut -d' ' -f1-3 /proc/loadavg)"; }

for ((round = 1; round <= rounds; round++)); do
    load $round begins
    for chain in hybrid openmpi mpich; do
        [[ ,$chains, = *,$chain,* ]] || continue
        [ $chain != mpich ] || [ "$setting" = one ] || continue # Debian's MPICH does not end between hosts
        run_chain $chain "$folder/$round/$chain"
    done
    load $round ends
done
[ "$(grep -ho 'digest=[0-9a-f]*' ./*/*/log | sort -u | wc -l)" = 1 ] || fail "$setting: the chains' events differ: $(grep -o 'digest=[0-9a-f]*' ./*/*/log)"
[ "$setting" != clusters ] || [[ $chains != *openmpi* ]] || hidden

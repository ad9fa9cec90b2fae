#!/usr/bin/env bash
# market-chain.sh FOLDER [--quick]: the market chain over streams, MPI and ZeroMQ. Prints lines CELL WHO VALUE COUNTS BYTES: VALUE in ns an
# order or, of p50 and p99, in microseconds; COUNTS the digest of all events. Two busy processes: the engine, and the rest in turns.
set -euo pipefail
: "${SLIPWAY_ROOT:?call ./slipway bench market}"
# shellcheck source=deploy/shell/shared.sh
source "$SLIPWAY_ROOT/deploy/shell/shared.sh"
# shellcheck source=deploy/shell/setup.sh
source "$SLIPWAY_ROOT/deploy/shell/setup.sh"
kernels=$SLIPWAY_ROOT/native-kernels build=$(dirname "$1") mpich=$SLIPWAY_ROOT/native-kernels/target/bench/cmake-mpich
rounds=5 orders=1000000 seconds=5
[ "${2:-}" != --quick ] || { rounds=${CHAIN_ROUNDS:-3} orders=300000 seconds=2; }
results=$kernels/target/bench
top=$(mktemp -d "$results/chain-XXXXXX")
trap 'rm -rf "$top"' EXIT
cd "$top"

# The rivals: ZeroMQ, and the chain built against MPICH.
prepare() {
    [ -f /usr/include/zmq.h ] || install_packages libzmq3-dev
    cmake -S "$kernels" -B "$build" && cmake --build "$build" -j2 --target market-chain stream-launch stream-relay bench-market-zeromq bench-market-line
    cmake -S "$kernels" -B "$mpich" -DSLIPWAY_MPI=mpich && cmake --build "$mpich" -j2 --target market-chain
}
prepare >"$results/market-chain.build" 2>&1 || fail "the chain or its rivals cannot be built" "$results/market-chain.build says why."

# graph FILE ENGINE-TRANSPORT PLACE STORE ARGUMENT...: PLACE is turns (the engine alone, the rest in turns) or threads (all in one process).
graph() {
    local file=$1 transport=$2 place=$3 store=$4 arguments='' with='' own='' receivers=engine
    shift 4
    [ "$store" = none ] || { set -- "$@" --store "$store"; receivers="engine store"; }
    for argument in "$@"; do arguments+="<argument>$argument</argument>"; done
    [ "$place" = threads ] || with=' turns="yes"'
    own="host=\"here\" program=\"market-chain\""
    {
        echo '<graph xmlns="urn:slipway:stream-graph:1" name="bench"><host name="here" here="yes"/>'
        echo "<kernel name=\"generator\" number=\"0\" $own$with>$arguments</kernel>"
        if [ "$place" = threads ]; then echo '<kernel name="engine" number="1" with="generator"/>'
        else echo "<kernel name=\"engine\" number=\"1\" $own>$arguments</kernel>"; fi
        echo "<kernel name=\"confirmation\" number=\"2\" with=\"generator\"$with/>"
        [ "$store" = none ] || echo "<kernel name=\"store\" number=\"3\" with=\"generator\"$with/>"
        if [ "$store" = none ]; then echo "<link from=\"generator\" to=\"engine\" transport=\"$transport\"/>"
        else echo "<link from=\"generator\" to=\"$receivers\" kind=\"duplicate\"/>"; fi
        echo '<link from="generator" to="confirmation"/>'
        echo "<link from=\"engine\" to=\"confirmation\" transport=\"$transport\"/>"
        [ "$store" = none ] || echo '<link from="confirmation" to="store"/><link from="store" to="generator" feedback="yes"/>'
        echo '<link from="confirmation" to="generator" feedback="yes"/></graph>'
    } >"$file"
}
streams() { rm -f chain.store; timeout 300 "$build/stream-launch" --programs "$build" "$1"; }
over() { # MPI FOLDER ARGUMENT...
    local launcher=mpirun.$1 folder=$2
    shift 2
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader \
        timeout 300 "$launcher" -n 2 "$folder/market-chain" --mpi "$@"
}
# A failed measurement has no line and no figure; chain.log has the reason.
run() { # CELL WHO COMMAND...
    local cell=$1 who=$2 out digest
    shift 2
    out=$("$@" 2>&1) || { printf '%s %s failed:\n%s\n' "$cell" "$who" "$out" >>"$results/chain.log"; return 0; }
    digest=$(grep -oE 'digest=[0-9a-f]+' <<<"$out" | tail -1)
    case $cell in
    p50*)
        local times
        times=$(grep -oE 'completion_us=[0-9./]+' <<<"$out" | tail -1 | cut -d= -f2)
        echo "$cell $who $(cut -d/ -f2 <<<"$times") $digest 0"
        echo "${cell/p50/p99} $who $(cut -d/ -f3 <<<"$times") $digest 0" ;;
    *)
        grep -oE 'orders_confirmed_per_s=[0-9]+' <<<"$out" | tail -1 | awk -F= -v cell="$cell" -v who="$who" -v digest="$digest" \
            '{ printf "%s %s %.2f %s 0\n", cell, who, 1e9 / $2, digest }' ;;
    esac
}
: >"$results/chain.log"
flat=(--orders "$orders" --every 10000000) rate=(--rates 30000 --seconds "$seconds")
graph single.xml memory turns none "${flat[@]}"
graph batched.xml memory turns none "${flat[@]}" --batch 64
graph tcp.xml tcp turns none "${flat[@]}" --batch 64
graph all.xml auto threads chain.store "${flat[@]}" --batch 64
graph rate.xml memory turns none "${rate[@]}"
graph one.xml auto turns chain.store "${rate[@]}"
for ((round = 1; round <= rounds; round++)); do
    "$1/bench-market-line"
    run chain ours streams single.xml
    run chain openmpi over openmpi "$build" "${flat[@]}"
    run chain mpich over mpich "$mpich" "${flat[@]}"
    run chain zeromq timeout 300 "$1/bench-market-zeromq" ipc "${flat[@]}"
    run batched ours streams batched.xml
    run batched openmpi over openmpi "$build" "${flat[@]}" --batch 64
    run batched mpich over mpich "$mpich" "${flat[@]}" --batch 64
    run batched zeromq timeout 300 "$1/bench-market-zeromq" ipc "${flat[@]}" --batch 64
    run tcp ours streams tcp.xml
    run tcp zeromq timeout 300 "$1/bench-market-zeromq" tcp "${flat[@]}" --batch 64
    run all ours streams all.xml
    run p50 ours streams rate.xml
    run p50 openmpi over openmpi "$build" "${rate[@]}"
    run p50 mpich over mpich "$mpich" "${rate[@]}"
    run p50-one-core ours taskset -c 0 timeout 300 "$build/stream-launch" --programs "$build" one.xml
    rm -f chain.store
done

#!/usr/bin/env bash
# The market chain over several hosts. usage: net-market-test.sh BUILD_FOLDER MPIEXEC DELAY_LINE GRAPHS
# GRAPHS: the folder of four.xml and clusters.xml. Each case is a function named as a sentence of behaviour. Ends with 77 if
# such hosts cannot be made.
set -u
export LC_ALL=C
build=$1 mpiexec=$2 line=$3 graphs=$4
net=$(cd "$(dirname "$0")/../net" && pwd)
bed=$net/four-hosts.sh
"$bed" true || exit $?
top=$(mktemp -d /tmp/slipway-net-market.XXXXXX)
trap 'rm -rf "$top"' EXIT
export TMPDIR=$top
cd "$top" || exit 1
failed=0 passed=0
fail() { echo "  FAILED: $*"; bad=1; }

readonly agent='bash /dev/shm/bed/agent'
# graph NAME ARGUMENT...: writes NAME.xml of the folder of graphs, with these arguments and a store for the kernels.
graph() {
    local name=$1 arguments='' each
    shift
    for each in "$@" --store "$top/$name.store"; do arguments+="<argument>$each</argument>"; done
    sed -e "s|FOLDER|$build|" -e "/<kernel/s|ARGUMENTS|$arguments|" "$graphs/$name.xml" >"$top/$name.xml"
}
launch() { printf '%q ' timeout -k 5 600 "$build/stream-launch" --shell "$agent" "$top/$1.xml"; }
over_mpi() { printf '%q ' timeout -k 5 600 "$mpiexec" -n 4 "$build/market-chain" --mpi --store "$top/mpi.store" "$@"; }
digest() { grep -o 'digest=[0-9a-f]*' "$1"; }
figure() { grep -o "$2=[-0-9./]*" "$1" | head -1 | sed -e 's|.*=||' -e 's|/.*||' -e 's|\..*||'; } # FILE NAME: whole, of several the first
audited() { "$build/market-audit" "$1" >audit 2>&1; grep -q 'audit=passed$' audit || fail "audit of $1: $(cat audit)"; }
# A run of the same orders in one process gives the expected result.
alone() {
    [ -n "${wanted:-}" ] && return
    sed -e 's/>200000</>2000</' -e 's/--batch/--rates/; s/>64</>2000</; s/market.store/alone.store/' \
        "$graphs/../../../deploy/demo/market/threads.xml" >alone.xml
    timeout 600 "$build/stream-launch" --programs "$build" alone.xml >alone 2>&1 || fail "alone: $(cat alone)"
    wanted=$(digest alone)
}
readonly run=(--orders 2000 --instruments 4 --rates 2000)

times_are_right_between_hosts_whose_clocks_differ_by_hours() {
    alone
    graph four "${run[@]}"
    "$bed" --slots 1 --rate 1gbit --clocks 3600 sh -c "$(launch four)" >four 2>&1 || fail "status $?: $(cat four)"
    [ "$(digest four)" = "$wanted" ] || fail "$(cat four)"
    audited four.store
    # Two hosts lie between the generator and the confirmation, and the measured offset of the clock is as exact as the
    # chain says.
    local ahead error
    ahead=$(figure four clock_ahead_us) error=$(figure four clock_error_us)
    [ $((ahead - 7200000000)) -le $((error + 1)) ] && [ $((7200000000 - ahead)) -le $((error + 1)) ] || fail "$ahead us ahead, $error us wrong"
    [ "$(figure four completion_us)" -lt 60000000 ] || fail "$(cat four)"
}
chain_over_hidden_hosts_goes_via_both_heads() {
    alone
    graph clusters "${run[@]}"
    "$bed" --hosts 6 --slots 1 "$net/two-clusters.sh" "$line 20" sh -c "$(launch clusters)" >clusters 2>&1 || fail "status $?: $(cat clusters)"
    [ "$(digest clusters)" = "$wanted" ] || fail "$(cat clusters)"
    audited clusters.store
    # Orders go to the other cluster, and confirmations come back.
    [ "$(figure clusters completion_us)" -ge 40000 ] || fail "$(cat clusters)"
}
hosts_are_hidden_until_their_heads_lead_packets_on() {
    # shellcheck disable=SC2016
    "$bed" --hosts 6 "$net/two-clusters.sh" "$line 20" bash -c '
        look() { bash /dev/shm/bed/agent 10.77.1.2 "timeout 5 bash -c \": </dev/tcp/10.77.2.5/9\" 2>&1" | grep -o "refused\|timed out" || echo nothing; }
        look; bash /dev/shm/bed/heads open; begun=$(date +%s%N); look; echo $((($(date +%s%N) - begun) / 1000000))' >hidden 2>&1
    [ "$(head -2 hidden | xargs)" = "nothing refused" ] || fail "$(cat hidden)"
    [ "$(tail -1 hidden)" -ge 40 ] || fail "there and back in $(tail -1 hidden) ms"
}
pure_mpi_gives_the_same_where_heads_lead_packets_on() {
    alone
    "$bed" --hosts 6 --slots 1 "$net/two-clusters.sh" "$line 20" sh -c "bash /dev/shm/bed/heads open; $(over_mpi "${run[@]}")" >mpi 2>&1 ||
        fail "status $?: $(cat mpi)"
    [ "$(digest mpi)" = "$wanted" ] || fail "$(cat mpi)"
    [ "$(figure mpi completion_us)" -ge 40000 ] || fail "$(cat mpi)"
}

for case in $(declare -F | awk '{ print $3 }' | grep _ | grep -v '^over_mpi$'); do
    bad=
    $case
    if [ -n "$bad" ]; then failed=$((failed + 1)) && echo "not ok $case"; else passed=$((passed + 1)) && echo "ok $case"; fi
done
echo "net-market: $passed passed, $failed failed"
[ $failed = 0 ]

#!/bin/bash
# Tests of the market chain as programs. usage: market-chain-test.sh BUILD_FOLDER MPIEXEC MPI GRAPHS
# MPI: openmpi or mpich; GRAPHS: the folder of the demo's graphs. Each case is a function named as a sentence of behaviour.
set -u
export LC_ALL=C
build=$1 mpiexec=$2 mpi=$3 graphs=$4
top=$(mktemp -d /tmp/slipway-market-chain-test.XXXXXX)
trap 'rm -rf "$top"' EXIT
cd "$top" || exit 1
failed=0 passed=0
# Seconds after which a program counts as hung: many times the time of the slowest on a busy machine.
patience=900
fail() { echo "  FAILED: $*"; bad=1; }
# graph NAME [SED...]: a graph of the demo with 20,000 orders, changed
graph() { local name=$1; shift; sed -e 's/>200000</>20000</' "$@" "$graphs/$name.xml" >"$top/$name.xml"; }
launch() { rm -f market.store; timeout $patience "$build/stream-launch" --mpirun "$mpiexec" --programs "$build" "$top/$1.xml" >"$top/out" 2>&1; }
over_mpi() { local ranks=$1; shift; rm -f market.store
    timeout $patience "$mpiexec" -n "$ranks" "$build/market-chain" --mpi --store market.store "$@" >"$top/out" 2>&1; }
digest() { grep -o 'digest=[0-9a-f]*' "$top/out"; }
audited() { "$build/market-audit" market.store >"$top/audit" 2>&1; grep -q 'audit=passed$' "$top/audit" || fail "audit: $(cat "$top/audit")"; }
says() { grep -qE -- "$1" "$top/out" || fail "nothing says $1: $(cat "$top/out")"; }
# Prints the process of a kernel of the launcher $1; kernels say their number in their environment.
process_of() { local p children=(); read -r -a children 2>/dev/null <"/proc/$1/task/$1/children"; for p in "${children[@]}"; do
    { tr '\0' '\n' <"/proc/$p/environ"; } 2>/dev/null | grep -qx "OSF_KERNEL=$2" && echo "$p"; done; true; }

stores_and_digests_are_the_same_wherever_kernels_run() {
    local name wanted
    for name in memory tcp threads turns two mpi-engine standby; do
        graph $name; launch $name || { fail "$name: status $?: $(cat out)"; continue; }
        audited
        [ -n "${wanted:-}" ] || { wanted=$(digest); cp market.store wanted.store; }
        [ "$(digest)" = "$wanted" ] || fail "$name: $(digest), not $wanted"
        cmp market.store wanted.store || fail "$name has another store"
    done
    local ranks=2; [ "$mpi" = mpich ] || ranks="2 4"
    for n in $ranks; do
        over_mpi "$n" --orders 20000 --instruments 4 --batch 64 || fail "$n ranks: status $?: $(cat out)"
        [ "$(digest)" = "$wanted" ] || fail "$n ranks: $(digest), not $wanted"
        cmp market.store wanted.store || fail "$n ranks have another store"
    done
}

counts_are_those_of_the_reports_orders() {
    graph threads -e 's/>20000</>1000000</' -e 's/>4</>1</'
    launch threads || fail "status $?: $(cat out)"
    says 'orders=1000000 trades=1476254 order_confirmations=570889 quotes=382661 digest=[0-9a-f]+$' # and no time, for none is measured flat out
    audited
    grep -q 'fills=776537 trade_confirmations=1476254 .* notional=9907542677 order_confirmations=570889 quotes=382661 resting=215219 ' "$top/audit" ||
        fail "$(cat "$top/audit")"
}

digest_is_the_same_in_both_layouts() {
    local wide
    graph turns; launch turns || fail "$(cat out)"; wide=$(digest)
    graph turns -e 's/<argument>--batch/<argument>--layout<\/argument><argument>packed<\/argument><argument>--batch/'
    launch turns || fail "$(cat out)"
    audited
    [ "$(digest)" = "$wide" ] || fail "packed: $(digest), wide: $wide"
    [ "$(stat -c %s market.store)" -lt 700000 ] || fail "packed messages take $(stat -c %s market.store) bytes"
}

store_is_the_same_when_either_engine_is_killed() {
    local kernel pause launcher process killed=([1]=0 [4]=0)
    graph standby -e 's/>20000</>200000</'
    launch standby || fail "$(cat out)"
    cp market.store wanted.store
    RANDOM=7
    # At 20 moments; a run may end before its moment, so there are more runs than moments.
    for _ in {1..80}; do
        [ $((killed[1] + killed[4])) -lt 20 ] || break
        kernel=$((killed[1] < killed[4] ? 1 : 4)) process=
        rm -f market.store
        "$build/stream-launch" --mpirun "$mpiexec" --programs "$build" "$top/standby.xml" >"$top/out" 2>&1 & launcher=$!
        # The moment: when this number of bytes is stored.
        pause=$((RANDOM * 375))
        while kill -0 $launcher 2>/dev/null; do
            process=$(process_of $launcher $kernel)
            [ -z "$process" ] || [ "$(stat -c %s market.store 2>/dev/null || echo 0)" -lt $pause ] || break
        done
        [ -n "$process" ] && kill -KILL "$process" 2>/dev/null && killed[kernel]=$((killed[kernel] + 1))
        wait $launcher || fail "status $? after kernel $kernel: $(cat out)"
        cmp market.store wanted.store || fail "another store after kernel $kernel was killed at $pause bytes"
    done
    [ $((killed[1] + killed[4])) = 20 ] || fail "killed: engine ${killed[1]}, standby ${killed[4]} times"
    says 'orders=200000 '
}

killed_store_ends_the_chain_and_keeps_what_it_has() {
    local launcher process=
    graph memory -e 's/>20000</>20000000</' # so many that it is killed long before its end
    rm -f market.store
    "$build/stream-launch" --mpirun "$mpiexec" --programs "$build" "$top/memory.xml" >"$top/out" 2>&1 & launcher=$!
    until process=$(process_of $launcher 3); [ -n "$process" ] && [ "$(stat -c %s market.store 2>/dev/null || echo 0)" -gt 300000 ]; do
        kill -0 $launcher 2>/dev/null || break; done
    kill -KILL "$process" 2>/dev/null
    wait $launcher && fail "the chain ended well without its store"
    says 'kernel store .*signal 9'
    "$build/market-audit" market.store >"$top/audit" 2>&1; [ $? = 3 ] || fail "audit: $(cat "$top/audit")"
    grep -qE 'not finished|torn' "$top/audit" || fail "audit: $(cat "$top/audit")"
}

full_disk_ends_the_chain_with_what_is_whole() {
    local whole
    graph memory -e 's/>20000</>200000</'
    rm -f market.store
    # A limit on the size of files stands for the disk.
    (trap '' XFSZ; ulimit -f 1000; timeout $patience "$build/stream-launch" --mpirun "$mpiexec" --programs "$build" "$top/memory.xml") >"$top/out" 2>&1 &&
        fail "the chain ended well on a full disk"
    says 'market-chain: store: market.store takes no more messages: .*the first [0-9]+ are whole on disk'
    [ "$(grep -c '^store: .*takes no more messages' "$top/out")" = 1 ] || fail "the store does not tell it once: $(cat out)"
    says '^store: hint: Make room'
    whole=$(grep -oE 'the first [0-9]+' "$top/out" | head -1 | cut -d' ' -f3)
    "$build/market-audit" market.store >"$top/audit" 2>&1; [ $? = 3 ] || fail "audit: $(cat "$top/audit")"
    grep -qF "the $whole messages before are whole" "$top/audit" || fail "$whole: $(cat "$top/audit")"
}

store_is_not_written_over() {
    graph turns
    echo kept >kept
    sed -i 's/market.store/kept/' "$top/turns.xml"
    launch turns && fail "it ended well"
    says 'cannot create the store kept: File exists'
    [ "$(cat kept)" = kept ] || fail "the file has changed"
}

rates_are_measured_and_sampled() {
    mkdir -p samples
    graph memory -e 's#<argument>--batch</argument><argument>64<#<argument>--rates</argument><argument>2000,4000</argument><argument>--seconds</argument><argument>0.5</argument><argument>--every</argument><argument>500</argument><argument>--samples</argument><argument>samples<#'
    SLIPWAY_PROGRESS=$top/progress launch memory || fail "status $?: $(cat out)"
    says 'orders=3000 '
    says '^.*orders=3000 .* digest=[0-9a-f]+ p50_us=[0-9.]+$'
    says 'confirmation: rate=4000 order_us=[0-9./]+ trade_us=[0-9./]+ completion_us=[0-9./]+ clock_error_us='
    audited
    [ "$(cut -d, -f1,2 samples/confirmation.csv | tail -n +2 | tr '\n' ' ')" = "2000,500 2000,1000 4000,500 4000,1000 4000,1500 4000,2000 " ] ||
        fail "samples: $(cat samples/confirmation.csv)"
    [ "$(cut -d, -f1 samples/times.csv | tr '\n' ' ')" = "rate 2000 4000 " ] || fail "times: $(cat samples/times.csv)"
    [ "$(wc -l <samples/engine.csv)" = 7 ] || fail "samples: $(cat samples/engine.csv)"
    [ "$(wc -l <samples/generator.csv)" = 7 ] || fail "samples: $(cat samples/generator.csv)"
    tail -1 progress | grep -qE '^\{"done":3000,"of":3000,"figures":\{"orders":3000,.*"p50_us":[0-9.]+,"p99_us":[0-9.]+\}\}$' || fail "progress: $(tail -1 progress)"
}

orders_of_a_file_are_matched_and_written_out() {
    printf 'id,kind,instrument,side,price,volume\n11,limit,0,ask,101,5\n12,limit,0,ask,101,5\n13,limit,0,ask,102,5\n14,limit,0,bid,102,12\n15,limit,0,bid,90,1\n' >orders.csv
    graph turns -e 's#<argument>--batch#<argument>--orders-from</argument><argument>orders.csv</argument><argument>--trades</argument><argument>trades.csv</argument><argument>--book</argument><argument>book.csv</argument><argument>--batch#'
    launch turns || fail "status $?: $(cat out)"
    says 'orders=5 trades=5 order_confirmations=4 '
    audited
    [ "$(tail -n +2 trades.csv | tr '\n' ' ')" = "1,0,101,5,11,14,bid 2,0,101,5,12,14,bid 3,0,102,2,13,14,bid " ] || fail "trades: $(cat trades.csv)"
    # Two rates share the orders, and trade in one book.
    sed -i 's#<argument>--batch#<argument>--rates</argument><argument>100,200</argument>&#' turns.xml
    local flat; flat=$(digest); launch turns || fail "status $?: $(cat out)"
    [ "$(digest)" = "$flat" ] || fail "at two rates: $(digest), not $flat"
    says 'confirmation: rate=100 orders=2 '; says 'confirmation: rate=200 orders=3 '
    "$build/match-orders" --input orders.csv >"$top/out" 2>&1; [ "$(digest)" = "$flat" ] || fail "match-orders: $(cat out)"
    [ "$(tail -n +2 book.csv | tr '\n' ' ')" = "0,bid,90,1,1 0,ask,102,3,1 " ] || fail "book: $(cat book.csv)"
    printf 'side,price,volume\nbid,0,1\n' >orders.csv; launch turns && fail "a price of 0 was taken"; says 'orders.csv line 2: price'
    printf 'side,price,volume\nbid,5,0\n' >orders.csv; launch turns && fail "no volume was taken"; says 'orders.csv line 2: volume'
    printf 'side,price,volume\nbid,5,99999999999\n' >orders.csv; launch turns && fail "a huge volume was taken"; says 'orders.csv line 2: volume'
    printf 'side,price,volume,kind\nbid,5,1,fok\n' >orders.csv; launch turns && fail "an order of another kind was taken"; says 'orders.csv line 2: kind'
    printf 'side,price,volume\nbid,5,1\nask,5' >orders.csv; launch turns && fail "a torn row was taken"; says 'orders.csv line 3'
    printf 'side,price,volume\nbid,5,1\n' >orders.csv; launch turns && fail "one order was shared by two rates"; says 'orders.csv has 1 orders, fewer than the 2 rates'
    printf 'side,price,volume\n' >orders.csv; launch turns && fail "no orders were taken"; says 'orders.csv has no orders'
    [ ! -e market.store ] || fail "refused orders left a store"
}

kernels_with_other_options_end_the_chain() {
    graph memory
    # The engine and the store take as many orders as come; the confirmation knows how many there are to be.
    awk '/name="confirmation" number/ { seen = 1 } seen && sub(/>20000</, ">30000<") { seen = 0 } { print }' "$top/memory.xml" >"$top/other.xml"
    launch other && fail "it ended well"
    says 'the generator has 20000 orders at its rate number 1, and the confirmation has not'
}

store_is_replayed_up_to_any_message() {
    local all
    graph turns; launch turns || fail "$(cat out)"
    all=$(digest)
    "$build/match-orders" --replay market.store >"$top/out" 2>&1 || fail "status $?: $(cat out)"
    [ "$(digest)" = "$all" ] || fail "$(cat out), not $all"
    # Message 2 comes from the first order: a quote, because the order is alone; then the order is confirmed.
    "$build/match-orders" --replay market.store --until 2 >"$top/out" 2>&1 || fail "status $?: $(cat out)"
    says '^messages=2 orders=1 fills=0 trade_confirmations=0 order_confirmations=0 quotes=1 resting=1 digest='
    # The side without orders has no price.
    says '^event: quote (bid=none ask=[0-9]+|bid=[0-9]+ ask=none)$'
    [ "$(grep -c '^depth: ' "$top/out")" = 1 ] || fail "depth: $(cat out)"
    "$build/match-orders" --replay market.store --until 99999999 >"$top/out" 2>&1 && fail "a message that is not there was found"
    says 'and none of number 99999999'
}

wrong_calls_are_refused() {
    local status
    while IFS='|' read -r arguments text; do
        # shellcheck disable=SC2086
        timeout $patience "$build/market-chain" $arguments >"$top/out" 2>&1; status=$?
        [ $status = 2 ] || fail "status $status: $arguments"
        says "$text"
    done <<'CALLS'
|there is no graph
--rates 5000,|--rates does not take
--rates 1,2,3,4,5,6,7,8,9|--rates does not take
--layout packed --instruments 9|are more than the 8
--layout packed --orders 4294967295 --rates 1,2|no ids for so many orders
--mpi --engine|exclude each other
--batch 0|--batch
--nothing|--nothing
CALLS
    over_mpi 3 --orders 100 && fail "3 ranks were taken for 4 kernels"
    says '3 ranks do not fit a chain of 4 kernels'
    says 'Use mpirun -n 4'
}

for case in $(declare -F | awk '{ print $3 }' | grep -vE '^(fail|graph|launch|over_mpi|digest|audited|says|process_of)$'); do
    bad=
    $case
    if [ -n "$bad" ]; then failed=$((failed + 1)); echo "not ok $case"; else passed=$((passed + 1)); echo "ok $case"; fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]

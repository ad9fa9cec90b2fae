#!/bin/bash
# Tests of market-audit as a program. usage: market-audit-test.sh MARKET_AUDIT ALTER_STORE [MATCH_ORDERS]
# Each case is a function named as a sentence of behaviour.
set -u
export LC_ALL=C
audit=$1 alter=$2 match=${3:-}
top=$(mktemp -d /tmp/slipway-market-audit-test.XXXXXX)
trap 'rm -rf "$top"' EXIT
failed=0 passed=0
fail() { echo "  FAILED: $*"; bad=1; }
run() { timeout 600 "$audit" "$@" >"$top/stdout" 2>"$top/stderr"; }
# passes STORE
passes() { run "$1" || fail "status $?: $(cat "$top/stderr")"; grep -q ' audit=passed$' "$top/stdout" || fail "it says: $(cat "$top/stdout")"; }
# refused STATUS TEXT ARGUMENT...
refused() { local status=$1 text=$2 got; shift 2
    run "$@"; got=$?
    [ $got = "$status" ] || fail "status $got: $*"
    grep -qF -- "$text" "$top/stderr" || fail "it says: $(cat "$top/stderr")"
    ! grep -q audit=passed "$top/stdout" || fail "it says passed all the same"; }

passes_a_market_that_keeps_its_rules() {
    for layout in wide packed; do passes "$top/$layout"; done
    # A store that was read and written again is the same.
    "$alter" none "$top/packed" "$top/again" 1
    cmp "$top/packed" "$top/again" || fail "the store was changed"
}

names_the_first_message_that_breaks_a_rule() {
    local first number
    for layout in wide packed; do
        for alteration in swap-fills lose-fill lose-taker lose-quote lose-confirmation volume price quote unmark invent; do
            for seed in 1 2 3 4 5 6 7 8; do
                first=$("$alter" "$alteration" "$top/$layout" "$top/altered" $seed) || fail "$alteration"
                refused 4 "breaks a rule" "$top/altered"
                number=$(grep -o 'message [0-9]*' "$top/stderr" | head -1 | cut -d' ' -f2)
                [ "${number:-0}" = "$first" ] || fail "$layout $alteration $seed: it names message ${number:-none}, not $first: $(cat "$top/stderr")"
            done
        done
    done
}

# match-orders --replay matches the orders again, so it also finds each of these alterations.
is_seen_by_a_replay() {
    local layout alteration
    [ -n "$match" ] || return 0
    "$match" --replay "$top/wide" >"$top/stdout" 2>"$top/stderr" || fail "the right store: $(cat "$top/stderr")"
    for layout in wide packed; do
        for alteration in swap-fills lose-fill lose-taker lose-quote lose-confirmation volume price quote unmark invent; do
            "$alter" "$alteration" "$top/$layout" "$top/altered" 1 >/dev/null || fail "$alteration"
            if "$match" --replay "$top/altered" >"$top/stdout" 2>"$top/stderr"; then fail "$layout $alteration is not seen"; fi
        done
    done
}

names_the_rule() {
    "$alter" swap-fills "$top/wide" "$top/altered" 1 >/dev/null; refused 4 "priority" "$top/altered"
    "$alter" volume "$top/wide" "$top/altered" 1 >/dev/null; refused 4 "volume is conserved" "$top/altered"
    "$alter" price "$top/wide" "$top/altered" 1 >/dev/null; refused 4 "price priority" "$top/altered"
    "$alter" quote "$top/wide" "$top/altered" 1 >/dev/null; refused 4 "a quote follows" "$top/altered"
    "$alter" lose-confirmation "$top/wide" "$top/altered" 1 >/dev/null; refused 4 "breaks a rule" "$top/altered"
}

says_how_much_of_a_torn_store_is_whole() {
    head -c 100000 "$top/wide" >"$top/torn"
    refused 3 "it is torn" "$top/torn"
    head -c 32 "$top/wide" >"$top/torn"
    refused 3 "it was not finished" "$top/torn"
}

refuses_what_is_no_store() {
    refused 3 "cannot read" "$top/missing"
    echo "no store, but a text of more than 32 bytes" >"$top/text"
    refused 3 "it is no message store" "$top/text"
    : >"$top/empty"; refused 3 "too short" "$top/empty"
    mkfifo "$top/fifo"; refused 3 "cannot read" "$top/fifo"
    refused 2 "usage:" --nothing
    refused 2 "usage:"
}

for layout in wide packed; do "$alter" make "$top/$layout" $layout 3000 11 || exit 1; done
for case in $(declare -F | awk '{ print $3 }' | grep -vE '^(fail|run|passes|refused)$'); do
    bad=
    $case
    if [ -n "$bad" ]; then failed=$((failed + 1)); echo "not ok $case"; else passed=$((passed + 1)); echo "ok $case"; fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]

#!/bin/bash
# Tests of var-mc on a bank. usage: bank-test.sh VAR_MC MAKE_BANK MPIRUN RANKS...
# Each case is a function named as a sentence of behaviour. The first number of ranks is the reference for the bits.
set -u
var_mc=$1 make_bank=$2 mpirun=$3
shift 3
ranks=$*
top=$(mktemp -d /tmp/slipway-bank-test.XXXXXX)
trap 'rm -rf "$top"' EXIT
failed=0 passed=0
fail() { echo "  FAILED: $*"; bad=1; }
run() { local n=$1; shift; local launch="$mpirun -n $n"; [ "$n" != 1 ] || launch=
    timeout 600 $launch "$var_mc" --inputs "$bank/inputs.csv" --scenarios 700 --horizon-days 10 --paths 20 \
        --pnl "$out/pnl.csv" --figures "$out/figures.csv" --desks "$out/desks.csv" "$@" \
        > "$out/stdout" 2> "$out/stderr"; }
works() { run "$@" || fail "status $?: $(cat "$out/stderr")"; }
bits() { cat "$out"/*.csv | sha256sum; }
# refused STATUS TEXT OPTION...: that exit status, that line, and no output left
refused() { local status=$1 text=$2 got; shift 2
    run 1 "$@"; got=$?
    [ $got = "$status" ] || fail "status $got for: $text"
    [ "$(grep -cF "var-mc: $text" "$out/stderr")" = 1 ] || fail "it says: $(cat "$out/stderr"), not: $text"
    ls "$out" | grep -qv '^std' && fail "left behind: $(ls "$out")"; true; }
# edited FILE SED: a bank whose FILE is edited; the others are those of the bank
edited() { bank=$out.bank; rm -rf "$bank"; cp -r "$whole" "$bank"; sed -i "$2" "$bank/$1"; }

gives_the_same_bits_on_any_number_of_ranks() {
    local n first=""
    for n in $ranks; do
        works "$n"; [ -n "$first" ] || first=$(bits)
        [ "$(bits)" = "$first" ] || fail "other bits on $n ranks"
    done
    [ "$(wc -l < "$out/pnl.csv")" = 701 ] || fail "rows of pnl.csv"
}
gives_the_same_bits_with_any_instructions() {
    local level first=""
    for level in none avx2 avx512; do
        run 1 --simd $level --scenarios 300 ||
            { grep -q 'does not have it' "$out/stderr" && echo "  this processor lacks $level" && continue
              fail "$level: $(cat "$out/stderr")"; }
        [ -n "$first" ] || first=$(bits)
        [ "$(bits)" = "$first" ] || fail "other bits with $level"
    done
}
# The order of the factors is part of the numbers drawn; no other order is.
gives_the_same_bits_with_files_and_rows_in_another_order() {
    works 1; local first; first=$(cat "$out/pnl.csv" | sha256sum)
    bank=$out.bank; cp -r "$whole" "$bank"
    { grep -E '^(kind|factors),' "$whole/inputs.csv"; grep -vE '^(kind|factors),' "$whole/inputs.csv" | tac; } > "$bank/inputs.csv"
    for holdings in "$bank"/holdings-*.csv; do
        { head -1 "$holdings"; tail -n +2 "$holdings" | tac; } > "$out.turned"; mv "$out.turned" "$holdings"
    done
    works 1; [ "$(cat "$out/pnl.csv" | sha256sum)" = "$first" ] || fail "other bits"
}
# Without its point an amount is an integer, which awk holds exactly.
desks_add_up_to_the_bank() {
    works 2
    awk -F, 'FNR == 1 { file++; next } { v = $NF; sub(/\./, "", v) } file == 1 { sum[$1] += v + 0 }
        file == 2 { rows++; if (sum[$1] != v + 0) { print "  scenario " $1 ": " sum[$1] ", not " v; exit 1 } }
        END { exit rows != 700 }' "$out/desks.csv" "$out/pnl.csv" || fail "the sums"
}
value_at_risk_is_the_quantile_digit_for_digit() {
    works 1; local want got
    want=$(tail -n +2 "$out/pnl.csv" | cut -d, -f2 | sort -g | sed -n 7p)
    got=$(awk -F, '$1 == "" && $2 == "var_today" && $3 == "0.99" { print $4 }' "$out/figures.csv")
    [ "-$got" = "$want" ] || fail "$got, not $want"
    grep -qx "VaR99_today=$got" "$out/stdout" || fail "$(cat "$out/stdout")"
}
measures_each_desk_at_each_level() {
    works 1 --levels 0.9,0.975
    [ "$(awk -F, 'NR > 1 && $3 != "" { print $3 }' "$out/figures.csv" | sort -u | xargs)" = "0.9 0.975" ] || fail "levels"
    [ "$(awk -F, 'NR > 1 { print $1 }' "$out/figures.csv" | uniq | sort -u | wc -l)" = 13 ] || fail "desks"
}
takes_each_law() {
    local law first=""
    for law in student filtered historical; do
        works 1 --law $law; [ "$(bits)" != "$first" ] || fail "$law moves as the law before"
        first=$(bits)
    done
}
has_values_of_the_instruments_held() {
    works 1 --values "$out/values.csv"
    [ "$(head -1 "$out/values.csv")" = instrument,value ] || fail "header"
    [ "$(wc -l < "$out/values.csv")" -gt 100 ] || fail "few values"
}
tells_how_far_it_is() {
    SLIPWAY_PROGRESS=$out.progress run 2 || fail "status $?"
    [ "$(tail -1 "$out.progress" | cut -d, -f1,2)" = '{"done":700,"of":700' ] || fail "$(tail -1 "$out.progress")"
}
refuses_a_list_that_lacks_a_file() {
    edited inputs.csv /^factors/d; refused 4 "$out.bank/inputs.csv names no file of factors"
    edited inputs.csv 's/^history,.*/history,no.csv/'; refused 3 "$out.bank/no.csv"
    edited inputs.csv 's/^pool,/pond,/'; refused 4 "$out.bank/inputs.csv line"
}
refuses_what_a_file_cannot_mean() {
    edited stock.csv '2s/,[^,]*$/,nobody/'; refused 4 "$out.bank/stock.csv line 2: factor is no factor of the list's files: \"nobody\""
    edited stock.csv '2s/,[A-Z]*,/,XXX,/'; refused 4 "$out.bank/stock.csv line 2: currency is no currency"
    edited european.csv '3s/\(,[a-z]*,\)[0-9.]*,/\1-5,/'; refused 4 "$out.bank/european.csv line 3: instrument"
    edited european.csv '4s/20[0-9][0-9]-/2019-/'; refused 4 "$out.bank/european.csv line 4: maturity is 2019-"
    edited fixed-bond.csv '3s/20[0-9][0-9]-[0-9]*-[0-9]*/2030-02-30/'; refused 4 "$out.bank/fixed-bond.csv line 3: maturity is not a day: \"2030-02-30\""
    edited holdings-fx.csv '3s/[^,]*$/NaN/'; refused 4 "$out.bank/holdings-fx.csv line 3: quantity is not a number: \"NaN\""
    edited holdings-fx.csv '3s/,[^,]*,\([^,]*\)$/,nothing,\1/'; refused 4 "$out.bank/holdings-fx.csv line 3: instrument is no instrument"
    edited stock.csv '3s/^[^,]*/'"$(sed -n 2s/,.*//p "$whole/stock.csv")/"; refused 4 "$out.bank/stock.csv line 3: instrument comes twice"
    edited history.csv '2s/[^,]*$/-1/'; refused 4 "$out.bank/history.csv line 2: value is -1, not above zero"
    edited parameters.csv 's/^currency.*/currency,/'; refused 4 "$out.bank/parameters.csv line 2: value is empty"
}
refuses_amounts_that_the_grid_does_not_hold() {
    edited holdings-fx.csv '2s/[^,]*$/1e15/'; refused 5 "instrument"
}
refuses_options_that_contradict() {
    refused 2 "--inputs and --curve exclude each other" --curve c.csv
    refused 2 "--levels 0.99,2" --levels 0.99,2
    refused 2 "--simd is one of auto, none, avx2, avx512" --simd sse
}

whole=$top/bank; "$make_bank" "$whole" --scale 0.001 || exit 1
for name in $(declare -F | awk '{ print $3 }' | grep _); do
    bad=0 out=$top/$name bank=$whole; mkdir "$out"; $name
    if [ $bad = 0 ]; then passed=$((passed + 1)); echo "ok $name"; else failed=$((failed + 1)); echo "not ok $name"; fi
done
echo "var-mc on a bank: $passed passed, $failed failed"
[ $failed = 0 ]

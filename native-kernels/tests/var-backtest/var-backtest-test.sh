#!/bin/bash
# Tests of var-backtest as a program. usage: var-backtest-test.sh VAR_BACKTEST STOCKS
# STOCKS is the history of 20 stocks in market/. Each case is a function named as a sentence of behaviour.
set -u
var_backtest=$1 stocks=$2
top=$(mktemp -d /tmp/slipway-var-backtest-test.XXXXXX)
trap 'rm -rf "$top"' EXIT
failed=0 passed=0
fail() { echo "  FAILED: $*"; bad=1; }
run() { timeout 600 "$var_backtest" "$@" > "$out/stdout" 2> "$out/stderr"; }
works() { run "$@" || fail "status $?: $(cat "$out/stderr")"; }
says() { grep -qF -- "$1" "$out/stdout" || fail "not said: $1: $(cat "$out/stdout")"; }
crisis() { works --history "$stocks" --from 2007-01-01 --to 2010-12-31 "$@"; }
# refused STATUS TEXT OPTION...: checks the exit status, the line, an empty standard output, and that no file is left
refused() { local status=$1 text=$2 got; shift 2
    run "$@"; got=$?
    [ $got = "$status" ] || fail "status $got, not $status: $(cat "$out/stderr")"
    grep -qF "var-backtest: $text" "$out/stderr" || fail "not said: $text: $(cat "$out/stderr")"
    [ ! -s "$out/stdout" ] || fail "printed all the same: $(cat "$out/stdout")"
    ls "$out" | grep -qv '^std\|^in' && fail "left behind: $(ls "$out")"; true; }
# history FILE DAYS [FACTOR]...: DAYS days from 2001-01-01 on of prices that rise and fall
history() { local file=$1 days=$2; shift 2
    { echo factor,day,value
      for factor in "$@"; do
        awk -v f="$factor" -v n="$days" 'BEGIN { for (i = 0; i < n; i++)
          printf "%s,%04d-%02d-%02d,%.6f\n", f, 2001 + int(i / 336), 1 + int(i / 28) % 12, 1 + i % 28, 100 * exp(0.01 * sin(i * i)) }'
      done; } > "$file"; }

# An independent program of numpy counts the same exceptions: 40, 21, 29 and 10.
rejects_the_plain_normal_on_twenty_stocks_through_the_crisis() {
    crisis --model normal
    says 'tested 1008 days, 2007-01-03 to 2010-12-31'
    says 'exceptions 40, expected 10.08'
    says 'Kupiec, coverage: ratio 51.33, p 7.798e-13, rejected at 5 %'
    says 'Basel zone of these 1008 days: red'
    says 'last 250 days, 2010-01-06 to 2010-12-31: 5 exceptions, yellow, multiplier 3.40'
    says '250 days with most, 2007-12-05 to 2008-12-01: 22 exceptions, red, multiplier 4.00'
}
does_not_reject_filtered_historical_there() {
    crisis --model filtered
    says 'exceptions 10, expected 10.08'
    says 'Kupiec, coverage: ratio 0.000643, p 0.9798, not rejected at 5 %'
    grep -c 'not rejected' "$out/stdout" | grep -qx 3 || fail "not all three tests: $(cat "$out/stdout")"
    says 'Basel zone of these 1008 days: green'
}
counts_the_exceptions_of_the_other_models() {
    crisis --model ewma
    says 'exceptions 21,'
    crisis --model historical
    says 'exceptions 29,'
    works --history "$stocks" --from 2008-09-01 --to 2008-10-31 --model t
    says 'exceptions 7, expected 0.44'
    works --history "$stocks" --from 2008-09-01 --to 2008-10-31 --model filtered --filter garch
    says 'model filtered (garch), window 250 days'
    says 'exceptions 3, expected 0.44'
}
writes_a_row_a_day_that_holds_what_it_counted() {
    crisis --model normal --out "$out/days.csv" --picture "$out/days.svg"
    [ "$(head -1 "$out/days.csv")" = day,pnl,var,exception ] || fail "header"
    awk -F, 'NR > 1 { n++; e += $4; if (($2 < -$3) != $4) wrong++ } END { exit !(n == 1008 && e == 40 && !wrong) }' "$out/days.csv" ||
        fail "rows of days.csv"
    # The first day by hand: the mean of the 20 simple returns from 2006-12-29 to 2007-01-03.
    zcat "$stocks" | awk -F, '$2 == "2006-12-29" { b = $3 } $2 == "2007-01-03" { s += $3 / b - 1; n++ } END { printf "%.10f", s / n }' > "$out/in"
    [ "$(sed -n 2p "$out/days.csv" | awk -F, '{ printf "%.10f", $2 }')" = "$(cat "$out/in")" ] || fail "P&L of the first day"
    [ "$(grep -c 'r="3"' "$out/days.svg")" = 40 ] || fail "exceptions in the picture"
    head -1 "$out/days.svg" | grep -q '^<svg ' && tail -1 "$out/days.svg" | grep -q '</svg>' || fail "no whole picture"
}
reads_plain_history_as_compressed() {
    crisis; sum=$(cat "$out/stdout")
    zcat "$stocks" > "$out/in.csv"
    works --history "$out/in.csv" --from 2007-01-01 --to 2010-12-31
    [ "$(cat "$out/stdout")" = "$sum" ] || fail "another result"
}
weighs_the_factors_that_it_is_told() {
    printf 'factor,weight\nXOM,0.75\nAAPL,-0.25\n' > "$out/in.csv"
    works --history "$stocks" --weights "$out/in.csv" --from 2008-01-02 --to 2008-01-04 --out "$out/days.csv"
    says 'factors 2, days 4277'
    zcat "$stocks" | awk -F, '$2 == "2007-12-31" { b = $3 } $2 == "2008-01-02" { r = $3 / b - 1; s += $1 == "XOM" ? 0.75 * r : $1 == "AAPL" ? -0.25 * r : 0 }
        END { printf "%.10f", s }' > "$out/in"
    [ "$(sed -n 2p "$out/days.csv" | awk -F, '{ printf "%.10f", $2 }')" = "$(cat "$out/in")" ] || fail "P&L: $(cat "$out/days.csv")"
}
# One factor lacks a day, the other has no value on another: the two days after them have a P&L of two days.
leaves_out_the_days_behind_holes() {
    history "$out/in.csv" 300 A B
    sed -i '/^B,2001-10-14/d; s/^\(A,2001-10-20\),.*/\1,/' "$out/in.csv"
    works --history "$out/in.csv" --window 100 --model historical --out "$out/days.csv"
    says 'factors 2, days 300 (2 left out: not in all factors)'
    says 'tested 195 days, 2001-04-18 to 2001-11-20 (2 left out: a day before is missing)'
    [ "$(grep -cE '^2001-10-(14|15|20|21)' "$out/days.csv")" = 0 ] || fail "a day behind a hole is tested"
    [ "$(wc -l < "$out/days.csv")" = 196 ] || fail "rows of days.csv"
}
names_the_options_and_the_value_at_fault() {
    refused 2 '--history is missing' --model normal
    refused 2 'no such option: --rank' --rank 3
    refused 2 '--model' --history "$stocks" --model garch
    refused 2 '--from is not a day: "2007-02-29"' --history "$stocks" --from 2007-02-29
    refused 2 '--from 2010-01-01 is after --to 2009-01-01' --history "$stocks" --from 2010-01-01 --to 2009-01-01
    refused 2 'a window of 60 days has less than one day beyond the level 0.99' --history "$stocks" --window 60 --model filtered
    refused 2 '--out and --picture are both' --history "$stocks" --out "$out/a" --picture "$out/a"
}
names_the_file_line_and_value_at_fault() {
    refused 3 "$out/none.csv" --history "$out/none.csv"
    history "$out/in.csv" 300 A B
    head -c 4000 "$stocks" > "$out/in.cut.csv.gz"
    refused 3 "$out/in.cut.csv.gz" --history "$out/in.cut.csv.gz"
    broken() { local text=$1; shift; sed "$@" "$out/in.csv" > "$out/in.bad"; refused 4 "$out/in.bad line $text" --history "$out/in.bad"; }
    broken '5: value -3 is not above zero' '5s/,[^,]*$/,-3/'
    broken '5: value is not a number: "1.2.3"' '5s/,[^,]*$/,1.2.3/'
    broken '6: day is not a day: "2001-02-30"' '6s/,2001-[0-9-]*,/,2001-02-30,/'
    broken '7: day 2001-01-01 does not ascend' '7s/,2001-[0-9-]*,/,2001-01-01,/'
    broken '8: factor is empty' '8s/^A//'
    broken '602: factor "A" comes back' '$aA,2005-01-01,3'
    broken '1: ' '1s/value/price/'
    broken '2: there is no price' '2,$d'
    printf 'factor,weight\nC,1\n' > "$out/in.weights"
    refused 4 "$out/in.weights line 2: the history has no factor \"C\"" --history "$out/in.csv" --weights "$out/in.weights"
    printf 'factor,weight\nA,1\nA,1\n' > "$out/in.weights"
    refused 4 "$out/in.weights line 3: factor \"A\" comes back" --history "$out/in.csv" --weights "$out/in.weights"
    printf 'factor,weight\nA,much\n' > "$out/in.weights"
    refused 4 "$out/in.weights line 2: weight is not a number" --history "$out/in.csv" --weights "$out/in.weights"
    sed -i '/^A,2001-0[2-9]\|^B,2001-01\|^A,2001-1/d' "$out/in.csv"
    refused 4 "$out/in.csv: 0 of 300 days have a value of every factor" --history "$out/in.csv"
}
says_from_which_day_on_it_can_test() {
    history "$out/in.csv" 300 A
    refused 5 "$out/in.csv: 5 moves before 2001-01-07, where the window needs 250: the first day that can be tested is 2001-09-28" \
        --history "$out/in.csv" --from 2001-01-07
    refused 5 "$out/in.csv: no day to test" --history "$out/in.csv" --from 2009-01-01
    refused 5 "$out/in.csv: 299 moves, where the window needs 300" --history "$out/in.csv" --window 300 --from 2001-03-01
    refused 5 "$out/in.csv: 1 day to test" --history "$out/in.csv" --from 2001-11-20
    refused 6 "/nowhere/days.csv" --history "$stocks" --from 2022-12-01 --out /nowhere/days.csv
    refused 6 "/nowhere/a.svg" --history "$stocks" --from 2022-12-01 --out "$out/days.csv" --picture /nowhere/a.svg
}
explains_itself() { works --help; says 'Exit status'; }

for name in $(declare -F | awk '{ print $3 }' | grep _); do
    bad=0; out=$top/$name; mkdir "$out"; $name
    if [ $bad = 0 ]; then passed=$((passed + 1)); echo "ok $name"; else failed=$((failed + 1)); echo "not ok $name"; fi
done
echo "var-backtest: $passed passed, $failed failed"
[ $failed = 0 ]

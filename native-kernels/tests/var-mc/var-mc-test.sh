#!/bin/bash
# Tests of var-mc as a program. usage: var-mc-test.sh VAR_MC MAKE_INPUTS MPIRUN RANKS...
# Each case is a function named as a sentence of behaviour. The first number of ranks is the reference for the bits.
set -u
var_mc=$1 make_inputs=$2 mpirun=$3
shift 3
ranks=$*
top=$(mktemp -d /tmp/slipway-var-mc-test.XXXXXX)
trap 'rm -rf "$top"' EXIT
failed=0 passed=0
fail() { echo "  FAILED: $*"; bad=1; }
# Later options win, so a case changes only its own options.
# One rank needs no launcher (a singleton), which saves the second that Open MPI takes over a failing run.
run() { local n=$1; shift; local launch="$mpirun -n $n"; [ "$n" != 1 ] || launch=
    timeout 600 $launch "$var_mc" --positions "$in/positions.csv.gz" --prices "$in/prices.csv.gz" \
        --curve "$in/curve.csv" --scenarios 1500 --paths 200 --pnl "$out/pnl.csv" --figures "$out/figures.csv" "$@" \
        > "$out/stdout" 2> "$out/stderr"; }
works() { run "$@" || fail "status $?: $(cat "$out/stderr")"; }
# refused STATUS TEXT OPTION...: on each of $few ranks, that exit status, that line, and no output left
refused() { local status=$1 text=$2 n got; shift 2
    for n in $few; do
        run "$n" "$@"; got=$?
        [ $got = "$status" ] || fail "status $got on $n ranks"
        [ "$(grep -cF "var-mc: $text" "$out/stderr")" = 1 ] || fail "on $n ranks it says: $(cat "$out/stderr")"
        ls "$out" | grep -qv '^std' && fail "left behind: $(ls "$out")"
    done; true; }
edited() { sed "$2" "$in/$1" > "$out.$1"; echo "$out.$1"; }
most=$(echo "$ranks" | xargs -n 1 | tail -1) few="1 $most"

gives_the_same_bits_on_any_number_of_ranks() {
    local n sum="" first=""
    for n in $ranks; do
        run "$n" --horizon-days 10 || fail "status $? on $n ranks: $(cat "$out/stderr")" # fixings lie inside of it
        sum=$(cat "$out/pnl.csv" "$out/figures.csv" | sha256sum); [ -n "$first" ] || first=$sum
        [ "$sum" = "$first" ] || fail "other bits on $n ranks"
    done
    [ "$(wc -l < "$out/pnl.csv")" = 1501 ] || fail "rows of pnl.csv"
    [ "$(head -1 "$out/pnl.csv")" = scenario,pnl ] || fail "header of pnl.csv"
}
gives_the_same_bits_from_plain_and_compressed_inputs() {
    works 1; cat "$out"/*.csv > "$out.a"
    gzip -c "$in/prices.csv" > "$out.prices.csv.gz"
    works 1 --positions "$in/positions.csv" --prices "$out.prices.csv.gz"
    cat "$out"/*.csv | cmp - "$out.a" || fail "bits"
}
gives_other_figures_for_another_seed() {
    works 1; cp "$out/figures.csv" "$out.a"; run 1 --seed 2 || fail "$(cat "$out/stderr")"
    cmp -s "$out/figures.csv" "$out.a" && fail "the same"; true
}
writes_all_measures_in_order() {
    works 1
    [ "$(cut -d, -f1,2 "$out/figures.csv" | xargs)" = "measure,confidence var_mean,0.95 var_today,0.95 es_mean,0.95 \
var_mean,0.99 var_today,0.99 es_mean,0.99 today_value, mean_value," ] || fail "$(cat "$out/figures.csv")"
    awk -F, 'NR > 1 && $2 != "" && !($4 <= $3 && $3 <= $5) { exit 1 }' "$out/figures.csv" || fail "interval"
}
# The delta-normal figure from the covariance of log returns, worked out here by awk from the same prices: a stock-only
# portfolio over a tenth of a day is linear to far less than the interval.
has_the_closed_form_var_of_a_linear_portfolio() {
    "$make_inputs" "$out.in" 60 4 300 stocks
    run 1 --scenarios 20000 --horizon-days 0.1 --positions "$out.in/positions.csv" --prices "$out.in/prices.csv" ||
        fail "$(cat "$out/stderr")"
    awk -F, 'FNR == 1 { file++; next }
        file == 1 { if ($1 != last) { last = $1; name[++n] = $1; days = 0 } close_[n, ++days] = $3 }
        file == 2 { q[$4] += $8 }
        file == 3 && $1 == "var_mean" && $2 == 0.99 { value = $3; low = $4; high = $5 }
        END {
            for (t = 2; t <= days; t++) { r[t] = 0
                for (j = 1; j <= n; j++) r[t] += q[name[j]] * close_[j, days] * log(close_[j, t] / close_[j, t-1])
                mean += r[t] / (days - 1) }
            for (t = 2; t <= days; t++) s += (r[t] - mean) ^ 2 / (days - 2)
            var = 2.3263478740408408 * sqrt(s * 0.1)
            print "closed form", var, "interval", low, high
            # 1.6 times the interval of 95 % holds 998 of 1,000.
            exit !(value - 1.6 * (value - low) <= var && var <= value + 1.6 * (high - value))
        }' "$out.in/prices.csv" "$out.in/positions.csv" "$out/figures.csv" || fail "outside the interval"
}
reports_progress_as_lines_of_json() {
    SLIPWAY_PROGRESS=$out.progress run 2 || fail "status $?"
    local number='[-+.e0-9]+'
    local figures="\"var_mean_99\":$number(,\"var_mean_99_lower\":$number)?(,\"var_mean_99_upper\":$number)?"
    grep -qvE "^\{\"done\":[0-9]+,\"of\":1500(,\"figures\":\{$figures\})?\}\$" "$out.progress" && fail "form"
    [ "$(tail -1 "$out.progress" | cut -d, -f1)" = '{"done":1500' ] || fail "last line: $(tail -1 "$out.progress")"
}
# The last line has value and interval as the figures have them, on any number of ranks.
reports_the_interval_that_the_figures_have() {
    local n last
    for n in $ranks; do
        rm -f "$out.progress"
        SLIPWAY_PROGRESS=$out.progress run "$n" || fail "status $? on $n ranks"
        last=$(awk -F, '$1 == "var_mean" && $2 == 0.99 {
            printf "\"var_mean_99\":%.10g,\"var_mean_99_lower\":%.10g,\"var_mean_99_upper\":%.10g", $3, $4, $5
        }' "$out/figures.csv")
        tail -1 "$out.progress" | grep -qF "{\"done\":1500,\"of\":1500,\"figures\":{$last}}" ||
            fail "on $n ranks $(tail -1 "$out.progress"), not $last"
    done
}
leaves_out_a_bound_that_the_sample_does_not_give() {
    SLIPWAY_PROGRESS=$out.progress run 1 --scenarios 150 || fail "status $?"
    tail -1 "$out.progress" | grep -qE '"var_mean_99":[-+.e0-9]+,"var_mean_99_lower":[-+.e0-9]+\}\}$' ||
        fail "$(tail -1 "$out.progress")"
    grep -qE '^var_mean,0.99,[^,]+,[^,]+,$' "$out/figures.csv" || fail "$(cat "$out/figures.csv")"
}
finds_columns_by_name_and_reads_quoted_fields() {
    works 1; cat "$out"/*.csv > "$out.a"
    awk -F, -v OFS=, '{ $2 = NR == 1 ? $2 : "\"a \"\"book\"\", with\na line\""
        print $8, $2, $1, $7, $6, $5, $4, $3 }' \
        "$in/positions.csv" > "$out.turned.csv"
    run 1 --positions "$out.turned.csv" || fail "$(cat "$out/stderr")"; cat "$out"/*.csv | cmp - "$out.a" || fail "bits"
}
leaves_out_days_that_a_symbol_lacks() {
    run 1 --prices "$(edited prices.csv 50d)" || fail "$(cat "$out/stderr")"
    grep -q '(1 left out' "$out/stdout" || fail "$(cat "$out/stdout")"
    grep -qx 'returns over several days, scaled to one: 1 of 198' "$out/stdout" || fail "$(cat "$out/stdout")"
    grep -qx 'returns_scaled,,1,,' "$out/figures.csv" || fail "$(cat "$out/figures.csv")"
}
# Every third day of one symbol is missing. The closed form, by awk, of the days that are left with each return divided
# by the root of the days since the last one: counted as one day, the VaR would be a fifth higher.
scales_a_return_over_days_that_a_symbol_lacks() {
    "$make_inputs" "$out.in" 60 4 600 stocks
    awk -F, '$1 == "S002" && ++row % 3 == 2 { next } 1' "$out.in/prices.csv" > "$out.in/holes.csv"
    run 1 --scenarios 20000 --horizon-days 0.1 --positions "$out.in/positions.csv" --prices "$out.in/holes.csv" ||
        fail "$(cat "$out/stderr")"
    awk -F, 'FNR == 1 { file++; next }
        file == 1 { if ($1 != last) { last = $1; name[++n] = $1; days = 0 } close_[n, ++days] = $3; whole = days }
        file == 1 && $1 == "S003" { day[days] = $2 }
        file == 1 && $1 == "S002" { there[$2] = 1 }
        file == 2 { q[$4] += $8 }
        file == 3 && $1 == "var_mean" && $2 == 0.99 { value = $3; low = $4; high = $5 }
        END {
            for (j = 1; j <= n; j++) if (name[j] == "S002") hole = j
            for (t = 1; t <= whole; t++) if (day[t] in there) { kept[++m] = t; of[m] = ++k }
            for (i = 2; i <= m; i++) { gap = kept[i] - kept[i-1]; r[i] = 0
                for (j = 1; j <= n; j++) {
                    now = j == hole ? of[i] : kept[i]; then = j == hole ? of[i-1] : kept[i-1]
                    price = j == hole ? close_[j, k] : close_[j, whole]
                    r[i] += q[name[j]] * price * log(close_[j, now] / close_[j, then]) / sqrt(gap) }
                mean += r[i] / (m - 1) }
            for (i = 2; i <= m; i++) s += (r[i] - mean) ^ 2 / (m - 2)
            var = 2.3263478740408408 * sqrt(s * 0.1)
            print "closed form", var, "interval", low, high
            # 1.6 times the interval of 95 % holds 998 of 1,000.
            exit !(value - 1.6 * (value - low) <= var && var <= value + 1.6 * (high - value))
        }' "$out.in/holes.csv" "$out.in/positions.csv" "$out/figures.csv" > "$out.closed" || fail "$(cat "$out.closed")"
}
refuses_a_covariance_that_is_not_positive_definite() {
    awk -F, '$1 != symbol { symbol = $1; day = 0 } ++day > 194 || NR == 1' "$in/prices.csv" > "$out.few.csv"
    refused 5 "$out.few.csv: 5 returns of 6 factors that move: their sample covariance is not positive definite, for which there must be at least 7 returns" \
        --prices "$out.few.csv"
    # The second symbol has twice the prices of the first.
    awk -F, -v OFS=, '$1 == "S001" { close_[$2] = $3 } $1 == "S002" { $3 = 2 * close_[$2] } 1' "$in/prices.csv" > "$out.twice.csv"
    refused 5 "$out.twice.csv: the covariance is not positive definite: beside S001 (weight 1), S002 keeps " --prices "$out.twice.csv"
    works 1 --prices "$out.few.csv" --repair
    grep -q '^covariance repaired: of the eigenvalues of its correlations [12] were raised, ' "$out/stdout" || fail "$(cat "$out/stdout")"
    grep -qE '^repair_eigenvalues_raised,,[12],,$' "$out/figures.csv" || fail "$(cat "$out/figures.csv")"
}
# --- instruments and fixings
portfolio() { printf '%s\n' "position_id,book_id,kind,symbol,option,strike,expiry_years,quantity$1"; shift; printf '%s\n' "$@"; }
nets_a_long_and_a_short_position_in_one_instrument() {
    portfolio "" 1,1,asian,S001,call,33,0.3,7 2,2,asian,S001,call,33.0,0.30,-7 > "$out.p.csv"
    run 1 --positions "$out.p.csv" --horizon-days 10 || fail "$(cat "$out/stderr")"
    awk -F, 'NR > 1 && ($3 != 0 || NR < 8 && ($4 != 0 || $5 != 0)) { exit 1 }' "$out/figures.csv" || fail "$(cat "$out/figures.csv")"
}
changes_no_bit_for_a_row_of_quantity_0() {
    works 1 --horizon-days 10; cat "$out"/*.csv > "$out.a"
    awk 'NR == 2 { print "0,1,asian,S001,call,33,0.3,0" } 1' "$in/positions.csv" > "$out.more.csv"
    run 1 --horizon-days 10 --positions "$out.more.csv" || fail "$(cat "$out/stderr")"
    cat "$out"/*.csv | cmp - "$out.a" || fail "bits"
}
takes_twelve_even_fixings_where_none_are_given() {
    portfolio "" 1,1,asian,S001,call,33,0.1,7 > "$out.p.csv"
    works 1 --positions "$out.p.csv" --horizon-days 10; cat "$out"/*.csv > "$out.a"
    portfolio ,first_fixing_years,fixings,fixings_passed,realised_average \
        1,1,asian,S001,call,33,0.1,7,0.0083333333333333332,12,, > "$out.p.csv"
    works 1 --positions "$out.p.csv" --horizon-days 10; cat "$out"/*.csv | cmp - "$out.a" || fail "bits"
    portfolio ,first_fixing_years,fixings,fixings_passed,realised_average \
        1,1,asian,S001,call,33,0.1,7,-0.05,4,2,33.5 > "$out.p.csv"
    works 1 --positions "$out.p.csv" --horizon-days 10; cat "$out"/*.csv | cmp -s - "$out.a" && fail "the same"; true
}
refuses_fixings_and_instruments_by_line() {
    few=1
    local columns=,instrument,first_fixing_years,fixings,fixings_passed,realised_average f=$out.p.csv
    wrong() { portfolio $columns 1,1,stock,S001,,,,5,,,,, "2,1,$2" > "$f"; refused 4 "$f line 3: $1" --positions "$f"; }
    wrong "the only fixing is not at the expiry" asian,S001,call,33,0.3,7,,0.1,1,,
    wrong "a fixing that has passed does not count as passed" asian,S001,call,33,0.3,7,,-0.1,4,,
    wrong "fixings is empty" asian,S001,call,33,0.3,7,,0.1,,,
    wrong 'fixings is not a whole number from 0 to 4096: "2.5"' asian,S001,call,33,0.3,7,,0.1,2.5,,
    wrong 'realised_average is not a number: "x"' asian,S001,call,33,0.3,7,,-0.1,4,1,x
    wrong 'a european option has no fixings: "4"' european,S001,call,33,0.3,7,,,4,,
    wrong "instrument is too long: \"12345678901234567890123456789012\"" \
        asian,S001,call,33,0.3,7,12345678901234567890123456789012,,,,
    portfolio $columns 1,1,stock,S001,,,,5,A,,,, 2,1,stock,S001,,,,5,A,,,, 3,1,stock,S002,,,,5,A,,,, > "$f"
    refused 4 "$f line 4: the instrument has other terms on line 3" --positions "$f"
}
refuses_a_missing_file() { refused 3 "/no/such.csv: cannot open: No such file" --positions /no/such.csv; }
refuses_a_file_that_is_cut_off() {
    head -c 3000 "$in/prices.csv.gz" > "$out.cut.csv.gz"
    refused 3 "$out.cut.csv.gz: the EOF marker is missing" --prices "$out.cut.csv.gz"
}
refuses_a_damaged_block() {
    cp "$in/prices.csv.gz" "$out.bad.csv.gz"
    printf '\377\377\377' | dd of="$out.bad.csv.gz" bs=1 seek=400 conv=notrunc status=none
    refused 3 "$out.bad.csv.gz: block 0 at offset 0:" --prices "$out.bad.csv.gz"
}
refuses_bad_rows_by_line() {
    local p=positions.csv c=curve.csv q=prices.csv
    local stock; stock=$(grep -n ,stock, "$in/$p" | head -1 | cut -d: -f1)
    local option; option=$(grep -n ,european, "$in/$p" | head -1 | cut -d: -f1)
    local line=$option f=$out.$p
    edited $p "${line}s/,[0-9.]*,\([0-9.]*\),\([-0-9.]*\)$/,x,\1,\2/" >/dev/null
    refused 4 "$f line $line: strike is not a number: \"x\"" --positions "$f"
    few=1 # reading is the same code for any number of ranks; once is enough for the rest
    edited $p "${line}s/european/bond/" >/dev/null
    refused 4 "$f line $line: kind is not one of stock, european, asian: \"bond\"" --positions "$f"
    edited $p "${line}s/,S[0-9]*,/,NONE,/" >/dev/null
    refused 4 "$f line $line: symbol \"NONE\" has no prices" --positions "$f"
    edited $p "${line}s/,[^,]*$//" >/dev/null
    refused 4 "$f line $line: has 7 fields, the header has 8" --positions "$f"
    edited $p "${line}s/european/\"european/" >/dev/null
    refused 4 "$f line $line: a quoted field does not end" --positions "$f"
    edited $p "1s/strike/stroke/" >/dev/null; refused 4 "$f line 1: column \"strike\" is missing" --positions "$f"
    edited $p "${stock}s/,,,,/,call,,,/" >/dev/null; refused 4 "$f line $stock: a stock has no option" --positions "$f"
    edited $p "2,\$d" >/dev/null; refused 4 "$f line 2: there is no row" --positions "$f"
    edited $q "9s/,[^,]*$/,-1/" >/dev/null; refused 4 "$out.$q line 9: close -1 is not above zero" --prices "$out.$q"
    edited $q "9s/-[0-9]*,/-40,/" >/dev/null; refused 4 "$out.$q line 9: day is not a day" --prices "$out.$q"
    edited $q "9p" >/dev/null; refused 4 "$out.$q line 10: day" --prices "$out.$q"
    edited $c "3s/.*/0.1,0.03/" >/dev/null
    refused 4 "$out.$c line 3: tenor_years 0.1 does not ascend" --curve "$out.$c"
    : > "$out.$c"; refused 4 "$out.$c line 1: is empty" --curve "$out.$c"
}
refuses_too_few_scenarios() { refused 5 "50 scenarios leave none in a tail" --scenarios 50; }
refuses_an_output_folder_that_is_not_there() {
    refused 6 "/no/such/figures.csv: cannot create" --figures /no/such/figures.csv
}
refuses_wrong_options() {
    few=1
    refused 2 "no such option: --frob" --frob; refused 2 "--seed cannot be \"-1\"" --seed -1
    refused 2 "--paths is not a number from 1" --paths 0; refused 2 "--seed needs a value" --seed
    refused 2 "--horizon-days is not above 0" --horizon-days nan
}
refuses_options_of_a_bank() {
    local option; few=1
    for option in "--onto a" "--add a" "--without a" "--save a" "--desks a" "--books a" "--values a" "--limits a" "--stress a" "--contributions a" "--convergence a" \
        "--worst a" "--worst-count 5" "--levels 0.9" "--law student" "--degrees 4" "--covariance shrunk" "--drift zero" "--check none" "--inner fresh" \
        --inner-error "--arithmetic single" "--simd none" "--decimals 2" "--interval 1%"; do
        refused 2 "${option% *} does nothing in a run with --positions" $option
    done
}
refuses_outputs_that_would_overwrite_each_other() {
    local suffix; few=1
    for suffix in "" .part .gzi .gzi.part; do
        refused 2 "--pnl $out/a$suffix and --figures $out/a would" --pnl "$out/a$suffix" --figures "$out/a"
        refused 2 "--pnl $out/a and --figures $out/a$suffix would" --pnl "$out/a" --figures "$out/a$suffix"
    done
}
keeps_earlier_outputs_when_it_fails() {
    works 1; cp "$out/pnl.csv" "$out.a"; run 1 --curve /no/such.csv && fail "it did not fail"
    cmp "$out/pnl.csv" "$out.a" || fail "changed"
}
explains_itself() { run 1 --help || fail "status $?"; grep -q 'Exit status' "$out/stdout" || fail "no table"; }

in=$top/in; mkdir "$in"; "$make_inputs" "$in" 300 6 200 || exit 1
for name in $(declare -F | awk '{ print $3 }' | grep _); do
    bad=0; few="1 $most"; out=$top/$name; mkdir "$out" "$out.in"; $name
    if [ $bad = 0 ]; then passed=$((passed + 1)); echo "ok $name"; else failed=$((failed + 1)); echo "not ok $name"; fi
done
echo "var-mc: $passed passed, $failed failed"
[ $failed = 0 ]

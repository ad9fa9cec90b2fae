#!/bin/bash
# Tests of var-mc on a bank. usage: bank-test.sh VAR_MC MAKE_BANK MPIRUN RANKS...
# shellcheck source=native-kernels/tests/var-mc/bank-bed.sh
source "$(dirname "$0")/bank-bed.sh"
options_of_all="--scenarios 700 --horizon-days 10 --paths 20"
estimated="--covariance shrunk" # the history has fewer days than factors

# figure MEASURE LEVEL: of the bank
figure() { awk -F, -v m="$1" -v l="$2" '$1 == "" && $2 == m && $3 == l { print $4 }' "$out/figures.csv"; }

# every RANKS OPTION...: a run with the outputs that are made after the scenarios
every() { works "$@" --contributions "$out/contributions.csv" --convergence "$out/trace.csv" --books "$out/books.csv" \
    --worst "$out/worst.csv" --worst-count 3 --stress "$out/stress.csv" --limits "$out/limits.csv"; }
# The outputs of one such run, made for the first case that asks for them.
take() { [ -d "$top/every" ] || { mkdir "$top/every"; local own=$out; out=$top/every; every 1; out=$own; }; cp "$top"/every/* "$out"; }

gives_the_same_bits_on_any_number_of_ranks() {
    local n first=""
    for n in $ranks; do
        every "$n"; [ -n "$first" ] || first=$(bits)
        [ "$(bits)" = "$first" ] || fail "other bits on $n ranks"
    done
    [ "$(wc -l < "$out/pnl.csv")" = 701 ] || fail "rows of pnl.csv"
}
gives_the_same_bits_with_any_instructions() {
    local level first=""
    for level in none avx2 avx512; do
        run 1 --simd $level --scenarios 300 --contributions "$out/contributions.csv" --worst "$out/worst.csv" ||
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
# Without the decimal point an amount is an integer, which awk holds exactly.
desks_add_up_to_the_bank() {
    works 2
    awk -F, 'FNR == 1 { file++; next } { v = $(NF - 1); sub(/\./, "", v) } file == 1 { sum[$1] += v + 0 }
        file == 2 { rows++; if (sum[$1] != v + 0) { print "  scenario " $1 ": " sum[$1] ", not " v; exit 1 } }
        END { exit rows != 700 }' "$out/desks.csv" "$out/pnl.csv" || fail "the sums"
}
# Two books of one name belong to two desks.
books_add_up_to_their_desks() {
    edited holdings-fx.csv 's/,fx,[^,]*,/,fx,same,/'; sed -i 's/,money,[^,]*,/,money,same,/' "$bank/holdings-money.csv"
    works 1 --stress "$out/stress.csv"; local first; first=$(bits)
    works 2 --stress "$out/stress.csv" --books "$out.books"; [ "$(bits)" = "$first" ] || fail "other figures with books"
    awk -F, 'FNR == 1 { file++; next } { v = $(NF - 1); sub(/\./, "", v) } file == 1 { sum[$1 "," $2] += v + 0; if ($3 == "same") same[$2]++ }
        file == 2 { rows++; if (sum[$1 "," $2] != v + 0) { print "  scenario " $1 ", " $2 ": " sum[$1 "," $2] ", not " v; exit 1 } }
        END { exit rows != 12 * 700 || same["fx"] != 700 || same["money"] != 700 }' "$out.books" "$out/desks.csv" || fail "the sums"
}
value_at_risk_is_the_quantile_digit_for_digit() {
    works 1; local want got
    want=$(tail -n +2 "$out/pnl.csv" | cut -d, -f2 | sort -g | sed -n 7p)
    got=$(awk -F, '$1 == "" && $2 == "var_today" && $3 == "0.99" { print $4 }' "$out/figures.csv")
    [ "-$got" = "$want" ] || fail "$got, not $want"
    grep -qx "VaR99_today=$got" "$out/stdout" || fail "$(cat "$out/stdout")"
}
measures_each_desk_at_each_level() {
    edited inputs.csv /^limits/d; works 1 --levels 0.9,0.975
    [ "$(awk -F, 'NR > 1 && $3 != "" { print $3 }' "$out/figures.csv" | sort -u | xargs)" = "0.9 0.975" ] || fail "levels"
    [ "$(awk -F, 'NR > 1 { print $1 }' "$out/figures.csv" | uniq | sort -u | wc -l)" = 13 ] || fail "desks"
}
takes_each_law() {
    local law first=""
    for law in student filtered historical; do
        works 1 --law $law --scenarios $((bed_days - 1)); [ "$(bits)" != "$first" ] || fail "$law moves as the law before"
        first=$(bits)
    done
}
# of FILE MEASURE CONFIDENCE: the bank's figure
of() { awk -F, -v m="$2" -v c="$3" '$1 == "" && $2 == m && $3 == c { print $4 }' "$1"; }
proxies_come_as_close_as_they_say() {
    local n first="" got want bound error
    works 2 --inner-error; mv "$out/figures.csv" "$out.common"
    for n in 1 2; do
        works "$n" --inner proxy; [ -n "$first" ] || first=$(bits)
        [ "$(bits)" = "$first" ] || fail "other bits on $n ranks"
    done
    [ "$(sed -n 2p "$out/figures.csv")" = ",inner_proxy,,20,,," ] || fail "$(sed -n 2p "$out/figures.csv")"
    got=$(of "$out/figures.csv" var_mean 0.99) want=$(of "$out.common" var_mean 0.99)
    bound=$(of "$out/figures.csv" proxy_bound "") error=$(of "$out.common" var_mean_inner_error 0.99)
    [ "$got" != "$want" ] || fail "no proxy was used"
    awk -v g="$got" -v w="$want" -v b="$bound" -v e="$error" 'BEGIN { d = g - w; if (d < 0) d = -d; exit !(b > 0 && b < w && d <= b + 1.96 * e) }' ||
        fail "$got by proxies, $want by common paths, bound $bound, error $error"
    grep -qE '^proxies: [1-9][0-9]* of 50, one for each ' "$out/stdout" && grep -q '^proxy bound, 10 days: ' "$out/stdout" || fail "$(cat "$out/stdout")"
    grep -qx 'bonds,proxy_bound,,0.0000,,,10' "$out/figures.csv" || fail "a bound where nothing takes paths"
    grep -qE '^exotics,proxy_bound,,[0-9]*[1-9][0-9.]*,,,10$' "$out/figures.csv" || fail "no bound of the exotics"
}
# The error falls with the root of the number of paths. Fresh paths have more error: common paths cancel between today
# and the horizon. A desk without inner paths has no such error.
says_how_much_is_noise_of_the_inner_paths() {
    local few many fresh
    works 1 --inner fresh --inner-error; fresh=$(of "$out/figures.csv" var_mean_inner_error 0.99)
    [ "$(sed -n 2p "$out/figures.csv")" = ",inner_fresh,,20,,," ] || fail "$(sed -n 2p "$out/figures.csv")"
    awk -v b="$(of "$out/figures.csv" var_inner_bias 0.95)" -v v="$(of "$out/figures.csv" var_mean 0.95)" 'BEGIN { exit !(b > 0 && b < v / 2) }' ||
        fail "a bias of $(of "$out/figures.csv" var_inner_bias 0.95)"
    works 1 --inner-error; few=$(of "$out/figures.csv" var_mean_inner_error 0.99)
    grep -q inner_bias "$out/figures.csv" && fail "common paths have a bias"
    works 2 --paths 500 --inner-error; many=$(of "$out/figures.csv" var_mean_inner_error 0.99)
    awk -v f="$few" -v m="$many" 'BEGIN { r = f / m; exit !(r > 2.5 && r < 10) }' || fail "$few with 20 paths, $many with 500"
    awk -v f="$fresh" -v c="$few" 'BEGIN { exit !(f > c) }' || fail "$fresh with fresh paths, $few with common ones"
    grep -qE '^standard error of VaR99 by inner paths, 10 days: [0-9.e+]+, [0-9.e+-]+ % of it$' "$out/stdout" || fail "$(cat "$out/stdout")"
    grep -q '^exotics,es_mean_inner_error,0.95,' "$out/figures.csv" || fail "no error of the exotics"
    grep -q '^bonds,.*inner_error' "$out/figures.csv" && fail "an error where nothing takes paths"
    works 1 --paths 1 --arithmetic single --inner-error; grep -q inner_error "$out/figures.csv" && fail "one path tells its own error"
    grep -qx ',single_arithmetic,,1,,,' "$out/figures.csv" && grep -q '^arithmetic: .* single precision' "$out/stdout" || fail "single precision is not said"
}
has_values_of_the_instruments_held() {
    works 1 --values "$out/values.csv"
    [ "$(head -1 "$out/values.csv")" = instrument,value ] || fail "header"
    [ "$(wc -l < "$out/values.csv")" -gt 100 ] || fail "few values"
}
# The limits of a made bank stand at 0.99; one that cannot be kept and one that cannot be broken are put before them.
says_which_limits_are_broken() {
    edited limits.csv '1a ,var_mean,0.99,1\nbonds,var_today,0.95,1e30'
    works 2 --limits "$out/limits.csv"
    [ "$(sed -n 1p "$out/limits.csv")" = desk,measure,level,limit,value,broken,horizon_days ] || fail "header"
    local var; var=$(awk -F, '$1 == "" && $2 == "var_mean" && $3 == "0.99" { print $4 }' "$out/figures.csv")
    [ "$(sed -n 2p "$out/limits.csv")" = ",var_mean,0.99,1,$var,t,10" ] || fail "$(sed -n 2p "$out/limits.csv")"
    sed -n 3p "$out/limits.csv" | grep -q '^bonds,var_today,0.95,1.*,f,10$' || fail "$(sed -n 3p "$out/limits.csv")"
    [ "$(wc -l < "$out/limits.csv")" = "$(wc -l < "$bank/limits.csv")" ] || fail "rows"
    grep -qE '^limits broken: [1-9][0-9]* of [0-9]+$' "$out/stdout" || fail "$(cat "$out/stdout")"
    few=1; rm "$out"/*.csv; refused 4 "a limit is set at the level 0.99, and the levels of this run are 0.9" --levels 0.9
}
values_the_scenarios_that_are_given() {
    works 1 --stress "$out/stress.csv"
    [ "$(tail -n +2 "$out/stress.csv" | wc -l)" = $((10 * 13)) ] || fail "rows of 10 scenarios and 12 desks"
    awk -F, 'NR > 1 { v = $3; sub(/\./, "", v); if ($2 == "") bank[$1] = v + 0; else sum[$1] += v + 0 }
        END { for (s in bank) if (bank[s] != sum[s]) exit 1 }' "$out/stress.csv" || fail "desks do not add up"
    cp "$out/stress.csv" "$out.a"; works 2 --stress "$out/stress.csv"; cmp "$out/stress.csv" "$out.a" || fail "bits"
    # A price that doubles: the P&L of the desk is the value of its shares.
    edited scenarios.csv '2,$d'; echo "twice,$(sed -n 2p "$whole/stock.csv" | cut -d, -f3),0.69314718055994531" >> "$bank/scenarios.csv"
    for kind in european digital barrier asian discrete-barrier basket index; do sed -i "/^$kind,/d" "$bank/inputs.csv"; done
    awk -F, -v id="$(sed -n 2p "$whole/stock.csv" | cut -d, -f1)" 'NR == 1 || $4 == id' "$whole/holdings-equities.csv" > "$bank/holdings-equities.csv"
    sed -i '/^holdings,/d' "$bank/inputs.csv"; echo holdings,holdings-equities.csv >> "$bank/inputs.csv"; sed -i '/^limits/d' "$bank/inputs.csv"
    works 1 --stress "$out/stress.csv"
    local value; value=$(awk -F, '$1 == "" && $2 == "today_value" { print $4 }' "$out/figures.csv")
    awk -F, -v v="$value" '$1 == "twice" && $2 == "" { d = $3 - v; if (d * d > 1e-6 * v * v) exit 1; found = 1 } END { exit !found }' \
        "$out/stress.csv" || fail "today $value: $(cat "$out/stress.csv")"
}
# A stock held alone: its factor's exposure is its value, and the residual of the line is small compared with the VaR.
contributions_of_one_share_are_its_value() {
    bank=$out.bank; cp -r "$whole" "$bank"; local id; id=$(sed -n 2p "$whole/stock.csv" | cut -d, -f1)
    awk -F, -v id="$id" 'NR == 1 { print } $4 == id && !n++ { print }' "$whole/holdings-equities.csv" > "$bank/holdings-equities.csv"
    sed -i '/^limits/d; /^holdings,/d' "$bank/inputs.csv"; echo holdings,holdings-equities.csv >> "$bank/inputs.csv"
    works 2 --contributions "$out/contributions.csv" --levels 0.99 --horizon-days 1
    local value; value=$(awk -F, '$1 == "" && $2 == "today_value" { print $4 }' "$out/figures.csv")
    awk -F, -v v="$value" -v var="$(figure var_mean 0.99)" -v id="$(sed -n 2p "$whole/stock.csv" | cut -d, -f3)" '
        $2 == "desk" && ($4 - var) ^ 2 > 1e-18 * var ^ 2 { print "  desk " $4 ", not " var; exit 1 }
        $2 == "factor" && $3 == id { found = 1; if (($7 - v) ^ 2 > 1e-8 * v ^ 2) { print "  exposure " $7 ", not " v; exit 1 } }
        $2 == "rest" && $4 ^ 2 > 0.1 ^ 2 * var ^ 2 { print "  rest " $4 " of " var; exit 1 }
        END { exit !found }' "$out/contributions.csv" || fail "$(cat "$out/contributions.csv")"
}
says_what_desks_and_factors_contribute() {
    local level desk before incremental; take
    [ "$(head -1 "$out/contributions.csv")" = level,kind,label,value,lower,upper,position,marginal,marginal_lower,marginal_upper,incremental,incremental_lower,incremental_upper,horizon_days ] ||
        fail "header"
    for level in 0.95 0.99; do
        awk -F, -v l=$level -v var="$(figure var_mean $level)" 'function near(x, y) { return (x - y) ^ 2 <= 1e-18 * var ^ 2 }
            $1 != l { next } { rows[$2]++ } $2 == "desk" { desks += $4 } $2 != "desk" { factors += $4 }
            $7 != "" && $7 != 0 && !near($7 * $8, $4) { print "  marginal of " $3; bad = 1 }
            $5 != "" && !($5 <= $4 && $4 <= $6) { print "  interval of " $3; bad = 1 }
            END { if (rows["desk"] != 12 || rows["factor"] < 100 || rows["rest"] != 1) { print "  rows"; bad = 1 }
                  if (!near(desks, var) || !near(factors, var)) { print "  sums " desks " and " factors ", not " var; bad = 1 }
                  exit bad }' "$out/contributions.csv" || fail "level $level"
    done
    # Without the desk the bank's VaR is less by the incremental one.
    desk=$(sed -n 2p "$out/contributions.csv" | cut -d, -f3) incremental=$(sed -n 2p "$out/contributions.csv" | cut -d, -f11)
    before=$(figure var_mean 0.95); edited inputs.csv "/^limits/d; /^holdings,holdings-$desk.csv/d"; works 1
    awk -v a="$before" -v b="$(figure var_mean 0.95)" -v c="$incremental" 'BEGIN { d = a - b - c; exit d * d > 1e-18 * a * a }' ||
        fail "incremental VaR of $desk is $incremental, but $before less $(figure var_mean 0.95) without it"
}
# lastrow: the figures of the bank as a row of the trace
lastrow() { awk -F, '$1 == "" && $2 == "var_mean" { v = v "," $4 "," $5 "," $6 } $1 == "" && $2 == "es_mean" { e = e "," $4 "," $5 "," $6 } END { print v e }' "$out/figures.csv"; }
traces_how_the_figures_came_about() {
    take; [ "$(cut -d, -f1 "$out/trace.csv" | xargs)" = "scenarios 10 21 43 87 175 350 700" ] || fail "$(cut -d, -f1 "$out/trace.csv" | xargs)"
    [ "$(tail -1 "$out/trace.csv")" = "700$(lastrow)" ] || fail "$(tail -1 "$out/trace.csv"), not 700$(lastrow)"
    [ "$(sed -n 2p "$out/trace.csv")" = "10,,,,,,,,,,,," ] || fail "10 scenarios have figures: $(sed -n 2p "$out/trace.csv")"
    cp "$out/trace.csv" "$out.trace"; edited inputs.csv /^limits/d; works 1 --scenarios 350
    grep -qxF "350$(lastrow)" "$out.trace" || fail "no row 350$(lastrow)"
    works 1 --levels 0.975 --convergence "$out/trace.csv" --scenarios 80
    [ "$(head -1 "$out/trace.csv")" = scenarios,var_mean_97.5,var_mean_97.5_lower,var_mean_97.5_upper,es_mean_97.5,es_mean_97.5_lower,es_mean_97.5_upper ] || fail "header"
}
# The run compares each scenario made again with its vector; these cases test the choice of scenarios and the report.
tells_the_worst_scenarios() {
    take; local first
    [ "$(head -1 "$out/worst.csv")" = place,scenario,kind,name,change,today,level,deviations,horizon_days ] || fail "header"
    [ "$(grep -c ,bank, "$out/worst.csv")" = 3 ] && [ "$(grep -c ,factor, "$out/worst.csv")" = 30 ] &&
        [ "$(grep -c ,position, "$out/worst.csv")" = 30 ] || fail "rows"
    [ "$(awk -F, '$3 == "bank" { print $2 "," $5 }' "$out/worst.csv")" = "$(tail -n +2 "$out/pnl.csv" | sort -t, -k2,2g | head -3 | cut -d, -f1,2)" ] ||
        fail "scenarios: $(grep ,bank, "$out/worst.csv")"
    awk -F, 'function near(x, y) { return (x - y) ^ 2 <= 1e-20 * y ^ 2 }
        $3 == "factor" { rate = $4 ~ /(govt|swap|mm|div)/; if (!near(rate ? $6 + $5 : $6 * exp($5), $7)) { print "  level of " $4; bad = 1 }
                         if ($8 == "" || last != "" && $8 ^ 2 > last * 1.0001) { print "  order of " $4; bad = 1 } last = $8 ^ 2; next }
        { last = "" } NR > 1 && ($7 - $6 - $5) ^ 2 > 1e-6 { print "  value of " $4; bad = 1 }
        $3 == "position" { if ($5 >= 0) { print "  a gain"; bad = 1 } } END { exit bad }' "$out/worst.csv" || fail "rows"
    works 1 --inner fresh --worst "$out/worst.csv" --contributions "$out/contributions.csv"; first=$(bits)
    works 3 --inner fresh --worst "$out/worst.csv" --contributions "$out/contributions.csv"; [ "$(bits)" = "$first" ] || fail "other bits with fresh paths"
}
tells_each_horizon() {
    edited inputs.csv /^limits/d
    every 2 --scenarios 300 --horizon-days 1,10; cp "$out/contributions.csv" "$out.contributions"; cp "$out/worst.csv" "$out.worst"
    [ "$(head -1 "$out/trace.csv" | cut -d, -f2,14)" = var_mean_95_1d,var_mean_95_10d ] || fail "$(head -1 "$out/trace.csv")"
    local all; all=$(tail -1 "$out/trace.csv" | cut -d, -f14-25)
    every 1 --scenarios 300 --horizon-days 10
    [ "$(tail -1 "$out/trace.csv" | cut -d, -f2-13)" = "$all" ] || fail "trace at 10 days: $all"
    grep ',10$' "$out.contributions" | cmp - <(tail -n +2 "$out/contributions.csv") || fail "contributions at 10 days"
    grep ',10$' "$out.worst" | cmp - <(tail -n +2 "$out/worst.csv") || fail "the worst at 10 days"
}
tells_how_far_it_is() {
    SLIPWAY_PROGRESS=$out.progress run 2 || fail "status $?"
    [ "$(sed -n 1p "$out.progress")" = '{"done":0,"of":700}' ] || fail "$(sed -n 1p "$out.progress")"
    local last; last=$(awk -F, '$1 == "" && $2 ~ /_mean$/ { p = 100 * $3
        text[$2] = text[$2] sprintf(",\"%s_%s\":%.10g,\"%s_%s_lower\":%.10g,\"%s_%s_upper\":%.10g", $2, p, $4, $2, p, $5, $2, p, $6) }
        END { print substr(text["var_mean"] text["es_mean"], 2) }' "$out/figures.csv")
    [ "$(tail -1 "$out.progress")" = "{\"done\":700,\"of\":700,\"figures\":{$last}}" ] || fail "$(tail -1 "$out.progress"), not $last"
    # More scenarios on rank 0 than a line measures; the line of all of them still is near the figures.
    edited inputs.csv '/^limits/d; /^holdings/{/fx.csv/!d}'
    SLIPWAY_PROGRESS=$out.many run 1 --scenarios 20000 --levels 0.9 || fail "status $?"
    tail -2 "$out.many" | awk -F'[:,]' '$2 != 20000 { exit 1 } { v[NR] = $7 } END { exit !((v[1] - v[2]) ^ 2 < 0.05 ^ 2 * v[2] ^ 2) }' ||
        fail "$(tail -2 "$out.many")"
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
    local fx=$out.bank/holdings-fx.csv position instrument
    edited holdings-fx.csv '2s/[^,]*$/1e15/' # not the first file of holdings
    IFS=, read -r position _ _ instrument _ < <(sed -n 2p "$fx")
    refused 5 "$fx line 2: position $position: instrument $instrument: the amount "
}
refuses_options_that_contradict() {
    local option
    for option in --positions --prices --curve; do refused 2 "$option does nothing in a run with --inputs" $option c.csv; done
    refused 2 "--worst-count does nothing in a run without --worst" --worst-count 5
    grep -qx 'hint: leave it out; it works with --worst' "$out/stderr" || fail "$(cat "$out/stderr")"
    refused 2 "--levels 0.99,2" --levels 0.99,2
    refused 2 "--stress $out/a and --limits $out/a would" --limits "$out/a" --stress "$out/a"
    refused 2 "--simd is one of auto, none, avx2, avx512" --simd sse
}

run_cases "var-mc on a bank"

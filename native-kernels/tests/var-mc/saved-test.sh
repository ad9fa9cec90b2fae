#!/bin/bash
# Tests of var-mc's saved runs, of trades on them, and of runs that stop when they are precise enough.
# usage: saved-test.sh VAR_MC MAKE_BANK MPIRUN RANKS...
# shellcheck source=native-kernels/tests/var-mc/bank-bed.sh
source "$(dirname "$0")/bank-bed.sh"
options_of_all="--scenarios 700 --horizon-days 10 --paths 20"
estimated="--covariance shrunk" # the history has fewer days than factors

# traded FILE: a trade in an instrument of each kind, three for a desk that the bank does not have, one the opposite
# of a holding
traded() {
    local kind number=0
    echo position,desk,book,instrument,quantity > "$1"
    for kind in $(cut -d, -f1 "$whole/inputs.csv"); do
        [ -f "$whole/$kind.csv" ] && head -1 "$whole/$kind.csv" | grep -q '^instrument,' || continue
        number=$((number + 1))
        echo "t$number,$([ $((number % 5)) = 0 ] && echo newly || echo bonds),b,$(sed -n 2p "$whole/$kind.csv" | cut -d, -f1),$((number * 37 - 200)).25"
    done >> "$1"
    awk -F, 'NR == 2 { print "back," $2 "," $3 "," $4 "," 0 - $5 }' "$whole/holdings-equities.csv" >> "$1"; }
# joined: a bank with the trades as further holdings in its list
joined() { edited inputs.csv '$a holdings,trades.csv'; cp "$top/trades.csv" "$bank/trades.csv"; }
# saved NAME OPTION...: the run NAME, saved once for all cases
saved() { local name=$1; shift
    [ -f "$top/$name" ] || { traded "$top/trades.csv"; works 1 "$@" --save "$top/$name"; rm -f "$out"/*; }; }
# tried N NAME OPTION...: the trades on the run NAME, by N ranks, with options of the saved run left out
tried() { local n=$1 name=$2; shift 2; options=; works "$n" --onto "$top/$name" --add "$top/trades.csv" "$@"; }

a_saved_run_has_the_same_bytes_by_any_number_of_ranks() {
    saved run
    local n
    for n in $ranks; do
        works "$n" --save "$out/run"
        cmp "$out/run" "$top/run" || fail "other bytes by $n ranks"
    done
}
trades_on_a_saved_run_give_the_figures_of_a_whole_run() {
    saved run; joined; works 1; local want; want=$(bits); bank=$whole
    [ "$(wc -l < "$top/trades.csv")" -ge 18 ] || fail "few trades: $(cat "$top/trades.csv")"
    local n
    for n in $ranks; do
        tried "$n" run
        [ "$(bits)" = "$want" ] || fail "other figures on $n ranks"
    done
    grep -q '^newly,var_mean,0.99,' "$out/figures.csv" || fail "the new desk"
    options=$options_of_all; works 1; mv "$out/figures.csv" "$out/before"
    tried 2 run --without "$out/without"
    cmp "$out/without" "$out/before" || fail "the figures without the trades"
    grep -qx "VaR99_without=$(awk -F, '$1 == "" && $2 == "var_mean" && $3 == "0.99" { print $4 }' "$out/before")" "$out/stdout" ||
        fail "$(cat "$out/stdout")"
    grep -qx "VaR99=$(awk -F, '$1 == "" && $2 == "var_mean" && $3 == "0.99" { print $4 }' "$out/figures.csv")" "$out/stdout" ||
        fail "$(cat "$out/stdout")"
}
trades_follow_the_law_and_the_inner_paths_of_the_saved_run() {
    local law n=0
    for law in "student --degrees 4 --seed 18446744073709551615" "filtered --inner fresh" historical "normal --covariance ewma --decimals 2 --horizon-days 2.5,20 --repair --drift risk-free"; do
        n=$((n + 1)); options="--horizon-days 10 --paths 10 --law $law"; [ "$law" = historical ] || options="--scenarios 300 $options"
        saved "law$n"; joined; works 1; local want; want=$(bits); bank=$whole
        tried 2 "law$n"; [ "$(bits)" = "$want" ] || fail "other figures: $law"
    done
}
# Trades that cancel each other change no figure of the bank.
trades_that_cancel_change_nothing() {
    saved run; local at; at=$(sed -n 3p "$whole/asian.csv" | cut -d, -f1)
    printf 'position,desk,book,instrument,quantity\na,bonds,b,%s,1e4\nb,bonds,b,%s,-1e4\n' "$at" "$at" > "$out/trades"
    options=; works 1 --onto "$top/run" --add "$out/trades" --without "$out/without"
    cmp "$out/figures.csv" "$out/without" || fail "figures"
}
limits_are_about_the_figures_with_the_trades() {
    saved run; joined; works 1 --limits "$out/limits.csv"; mv "$out/limits.csv" "$out.want"; bank=$whole
    tried 2 run --limits "$out/limits.csv"; cmp "$out/limits.csv" "$out.want" || fail "limits"
}
refuses_a_run_of_other_options_and_says_both() {
    saved run; options=
    local onto="--onto $top/run --add $top/trades.csv"
    refused 4 "--onto $top/run: it was saved with --seed 1, and this run has --seed 2" $onto --seed 2
    refused 4 "--onto $top/run: it was saved with --horizon-days 10, and this run has --horizon-days 1" $onto --horizon-days 1
    refused 4 "--onto $top/run: it was saved with --law normal, and this run has --law student" $onto --law student
    refused 4 "--onto $top/run: it was saved with --scenarios 700, and this run has --scenarios 800" $onto --scenarios 800
    refused 4 "--onto $top/run: it was saved with --paths 20, and this run has --paths 30" $onto --paths 30
    refused 4 "--onto $top/run: it was saved with --decimals 4, and this run has --decimals 2" $onto --decimals 2
    refused 4 "--onto $top/run: it was saved with --inner common, and this run has --inner fresh" $onto --inner fresh
}
# Which law a run has is known when the saved one is read.
knows_by_the_saved_run_which_options_do_nothing() {
    saved run; saved student --law student --degrees 4; options=
    tried 1 student --degrees 4 --law student
    refused 2 "--degrees does nothing in a run with --law normal" --onto "$top/run" --add "$top/trades.csv" --degrees 5
    refused 2 "--onto does nothing in a run with --inner proxy" --onto "$top/run" --add "$top/trades.csv" --inner proxy
}
refuses_a_run_of_another_bank_and_says_which_file() {
    saved run; options=
    local kind file
    for kind in parameters factors history curves european holdings; do
        file=$(grep -m 1 "^$kind," "$whole/inputs.csv" | cut -d, -f2); edited "$file" '$s/$/ /'
        run 1 --onto "$top/run" --add "$top/trades.csv"; [ $? = 4 ] || fail "$file: status $?"
        grep -qE "^var-mc: --onto $top/run: it was saved with a file of $kind with $(stat -c %s "$whole/$file") bytes and the fingerprint [0-9a-f]{16}, and this run has a file of $kind with $(stat -c %s "$bank/$file") bytes and the fingerprint [0-9a-f]{16}$" \
            "$out/stderr" || fail "$(cat "$out/stderr")"
        ls "$out" | grep -qv '^std' && fail "left behind: $(ls "$out")"
    done
    edited inputs.csv '/^asian,/d'; run 1 --onto "$top/run" --add "$top/trades.csv"; [ $? = 4 ] || fail "a file less: status $?"
    edited limits.csv '1a ,var_mean,0.99,1'; tried 1 run
}
# Any byte may be the damaged one: those at the begin, in the text, a desk, the model and the P&L.
refuses_a_damaged_run() {
    saved run; options=
    local size at; size=$(stat -c %s "$top/run")
    for at in 0 9 20 100 1500 $((size / 2)) $((size - 5000)) $((size - 1)); do
        cp "$top/run" "$out.run"
        printf "\\$(printf %o $(($(od -An -tu1 -j "$at" -N 1 "$top/run") ^ 129)))" | dd of="$out.run" bs=1 seek="$at" conv=notrunc status=none
        cmp -s "$out.run" "$top/run" && fail "byte $at is as before"
        run 1 --onto "$out.run" --add "$top/trades.csv"; [ $? = 3 ] || fail "byte $at: status $?: $(cat "$out/stderr" "$out/stdout")"
        grep -qE "^var-mc: $out.run: (the saved run|is no saved run)" "$out/stderr" || fail "byte $at: $(cat "$out/stderr")"
        ls "$out" | grep -qv '^std' && fail "left behind: $(ls "$out")"
    done
    head -c $((size - 8)) "$top/run" > "$out.run"
    refused 3 "$out.run: the saved run is cut off: it has $((size - 8)) bytes, and would have $size" --onto "$out.run" --add "$top/trades.csv"
    head -c 40 "$top/run" > "$out.run"; refused 3 "$out.run: is no saved run" --onto "$out.run" --add "$top/trades.csv"
    refused 3 "$out.no: No such file" --onto "$out.no" --add "$top/trades.csv"
    refused 3 "$whole/inputs.csv: is no saved run" --onto "$whole/inputs.csv" --add "$top/trades.csv"
}
refuses_trades_that_cannot_be() {
    saved run; options=
    printf 'position,desk,book,instrument,quantity\na,bonds,b,nothing,1\n' > "$out.trades"
    refused 4 "$out.trades line 2: instrument is no instrument of the list's files: \"nothing\"" --onto "$top/run" --add "$out.trades"
    local at; at=$(sed -n 3p "$whole/stock.csv" | cut -d, -f1)
    printf 'position,desk,book,instrument,quantity\na,bonds,b,%s,much\n' "$at" > "$out.trades"
    refused 4 "$out.trades line 2: quantity is not a number: \"much\"" --onto "$top/run" --add "$out.trades"
    printf 'position,desk,book,instrument,quantity\na,bonds,b,%s,1\na,bonds,b,%s,1\n' "$at" "$at" > "$out.trades"
    refused 4 "$out.trades line 3: position comes twice: \"a\"" --onto "$top/run" --add "$out.trades"
    printf 'position,desk,book,instrument,quantity\na,bonds,b,%s,1e15\n' "$at" > "$out.trades"
    refused 5 "$out.trades line 2: position a: instrument $at: the amount " --onto "$top/run" --add "$out.trades"
}
refuses_options_that_contradict() {
    refused 2 "--onto does nothing in a run without --add" --onto "$out/run"
    refused 2 "--add does nothing in a run without --onto" --add "$out/trades"
    refused 2 "--without does nothing in a run without --onto" --without "$out/without"
    refused 2 "--save does nothing in a run with --inner proxy" --save "$out/c" --inner proxy
    refused 2 "--interval does nothing in a run with --law historical" --interval 1% --law historical
    local option
    for option in --save --check --books --values --stress --contributions --convergence --worst --interval; do
        refused 2 "$option does nothing in a run with --onto" --onto a --add b $option $([ $option = --check ] && echo none || echo "$out/c")
    done
    refused 2 "--inner-error does nothing in a run with --onto" --onto a --add b --inner-error
    refused 2 "--interval 0: it is above 0" --interval 0
    refused 2 "--interval 1%x: it is above 0" --interval 1%x
}
# A run that stops at a precision equals the run of as many scenarios, on any ranks; its figures say how it stopped.
stops_at_the_same_scenario_on_any_number_of_ranks() {
    local n first="" taken
    options="--horizon-days 10 --paths 4 --levels 0.9,0.99 --scenarios 20000 --interval 8%"
    for n in $ranks; do
        works "$n" --save "$out/run"; [ -n "$first" ] || first=$(cat "$out"/*.csv "$out/run" | sha256sum)
        [ "$(cat "$out"/*.csv "$out/run" | sha256sum)" = "$first" ] || fail "other bits on $n ranks"
    done
    taken=$(awk -F, '$2 == "scenarios" { print $4 }' "$out/figures.csv")
    [ "$taken" -gt 2048 ] && [ "$taken" -lt 20000 ] || fail "$taken scenarios: no choice"
    awk -F, '$1 == "" && $2 == "var_mean" && $3 == "0.9" { w = ($6 - $5) / $4 } $2 == "interval_width" { got = $4 }
        END { d = w - got; exit !(got <= 0.08 && d * d < 1e-18) }' "$out/figures.csv" || fail "$(grep interval "$out/figures.csv")"
    grep -q "^scenarios taken: $taken; the interval of VaR90 is .* % of it wide, and 8 % was asked: reached$" "$out/stdout" ||
        fail "$(cat "$out/stdout")"
    [ "$(wc -l < "$out/pnl.csv")" = $((taken + 1)) ] || fail "rows"
    first=$(cat "$out/pnl.csv" "$out/desks.csv" | sha256sum); mv "$out/figures.csv" "$out/stopped"
    options="--horizon-days 10 --paths 4 --levels 0.9,0.99"; works 1 --scenarios "$taken" --save "$out/again"
    [ "$(cat "$out/pnl.csv" "$out/desks.csv" | sha256sum)" = "$first" ] || fail "other P&L than of $taken scenarios"
    grep -vE '^,(scenarios|interval_width|interval_asked),' "$out/stopped" | cmp - "$out/figures.csv" || fail "other figures"
    cmp "$out/run" "$out/again" || fail "another saved run"
}
stops_at_the_most_scenarios_and_says_so() {
    options="--scenarios 700 --horizon-days 10 --paths 4"
    works 2 --interval 0.005
    grep -q "^scenarios taken: 700; the interval of VaR95 is .* % of it wide, and 0.5 % was asked: not reached$" "$out/stdout" ||
        fail "$(cat "$out/stdout")"
    grep -qx ",scenarios,,700,,," "$out/figures.csv" || fail "$(tail -3 "$out/figures.csv")"
}

run_cases "saved runs of var-mc"

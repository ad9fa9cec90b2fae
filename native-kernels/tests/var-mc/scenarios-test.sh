#!/bin/bash
# Tests of the scenarios of var-mc on a bank of a few instruments, so small that values are known by formula.
# usage: scenarios-test.sh VAR_MC MAKE_BANK MPIRUN RANKS...
# shellcheck source=native-kernels/tests/var-mc/bank-bed.sh
source "$(dirname "$0")/bank-bed.sh"
options_of_all="--scenarios 600 --paths 20"
hinted=yes
# calc EXPRESSION [D [FUNCTIONS]]: its value, in which d is D
# near VALUE WANTED TOLERANCE: within TOLERANCE times the larger of WANTED and 1
near() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; s = b < 0 ? -b : b; exit a == "" || !(d * d <= t * t * (s > 1 ? s * s : 1)) }' ||
    fail "$1, not $2"; }
calc() { awk -v d="${2-0}" "${3-} BEGIN { printf \"%.15g\", $1 }"; }
# figure MEASURE [LEVEL [HORIZON]]: that of the bank
figure() { awk -F, -v m="$1" -v l="${2-}" -v h="${3-}" '$1 == "" && $2 == m && $3 == l && (h == "" || $7 == h) { print $4 }' "$out/figures.csv"; }
# holds LINE...: the bank's holdings are these, given as position,instrument,quantity
holds() { { echo position,desk,book,instrument,quantity
    local line; for line; do echo "$line" | awk -F, -v OFS=, '{ print $1, "desk", "book", $2, $3 }'; done; } > "$bank/holdings.csv"; }
# correlated "FACTOR FACTOR CORRELATION"...: the covariance of a day; pairs that are not named have correlation 0
correlated() { { echo "AAA .02"; echo "BBB .03"; echo "EUR.fx .005"; echo "USD.gov .0005"; echo "EUR.gov .0004"; echo "AAA.vol .03"; printf '%s\n' "$@"; } |
    awk -v OFS=, -v still="${still-}" 'BEGIN { print "factor", "other", "value" } NF == 2 { name[++n] = $1; sd[$1] = still ? 0 : $2 } NF == 3 { c[$1, $2] = c[$2, $1] = $3 }
        END { for (i = 1; i <= n; i++) for (j = 1; j <= i; j++) { a = name[i]; b = name[j]
            printf "%s,%s,%.17g\n", a, b, sd[a] * sd[b] * (i == j ? 1 : c[a, b]) } }' > "$bank/covariance.csv"; }
# Two shares, one in another currency, an option on the first, a bond of each currency; flat curves.
remake() {
    bank=$out.bank; rm -rf "$bank"; mkdir "$bank"
    printf '%s\n' kind,file parameters,parameters.csv factors,factors.csv covariance,covariance.csv curves,curves.csv \
        stock,stock.csv european,european.csv fixed-bond,fixed-bond.csv holdings,holdings.csv > "$bank/inputs.csv"
    printf '%s\n' name,value as_of,2026-01-01 currency,USD > "$bank/parameters.csv"
    printf '%s\n' factor,class,currency,value AAA,stock,USD,100 BBB,stock,EUR,50 EUR.fx,fx,EUR,1.1 \
        USD.gov,government,USD,0.04 EUR.gov,government,EUR,0.02 AAA.vol,volatility,USD,0.25 > "$bank/factors.csv"
    printf '%s\n' curve,years,factor USD.government,1,USD.gov EUR.government,1,EUR.gov > "$bank/curves.csv"
    printf '%s\n' instrument,currency,factor A,USD,AAA B,EUR,BBB > "$bank/stock.csv"
    printf '%s\n' instrument,currency,factor,volatility,option,strike,maturity,curve,yield_curve \
        A.call,USD,AAA,AAA.vol,call,100,2026-07-01,USD.government, > "$bank/european.csv"
    printf '%s\n' instrument,currency,coupon,per_year,maturity,curve USD.bond,USD,0.06,2,2027-07-01,USD.government \
        EUR.bond,EUR,0.03,1,2028-01-01,EUR.government Z.bond,USD,0,1,2027-01-01,USD.government > "$bank/fixed-bond.csv"
    holds p1,A,1000 p2,B,-1500 p3,A.call,2000 p4,USD.bond,500 p5,EUR.bond,700
    correlated "AAA BBB 0.6" "AAA AAA.vol -0.5" "USD.gov EUR.gov 0.7"
}
# Levels of all factors on 150 days up to the day of valuation, which wander by about as much as the covariance says.
remember() {
    echo history,history.csv >> "$bank/inputs.csv"
    { echo factor,day,value
      for factor in $(tail -n +2 "$bank/factors.csv" | cut -d, -f1,4); do
          seq 149 -1 0 | sed 's/.*/2026-01-01 -& day/' | date -f - +%F |
              awk -v f="${factor%,*}" -v at="${factor#*,}" -v OFS=, '{ s = (s * 75 + length(f) * 7 + NR) % 65537
                  move = (s / 65537 - 0.5) * 0.05; at = f ~ /gov/ ? at + move / 50 : at * exp(move); printf "%s,%s,%.10g\n", f, $1, at }'
      done; } > "$bank/history.csv"
}

# The correlations 0.9, 0.9 and -0.9 have the eigenvalues 1.9, 1.9 and -0.8. The repair makes them 0.5, 0.5 and -0.5.
repairs_a_covariance_on_request_and_says_so() {
    local part impossible=("AAA BBB 0.9" "AAA EUR.fx 0.9" "BBB EUR.fx -0.9")
    correlated "${impossible[@]}"
    refused 5 "$bank/covariance.csv line 7: the covariance is not positive definite: beside "
    for part in 'AAA (weight 2.25)' 'BBB (weight -1.5)' ', EUR.fx keeps -0.00038 of its variance 2.5e-05, and must keep a share of 1e-09'; do
        grep -qF "$part" "$out/stderr" || fail "not told: $part, but $(cat "$out/stderr")"
    done
    grep -q '^hint: --repair ' "$out/stderr" || fail "no remedy: $(cat "$out/stderr")"
    works 1 --repair
    grep -qx 'covariance repaired: of the eigenvalues of its correlations 1 were raised, the least from -0.8; correlations changed by at most 0.4' \
        "$out/stdout" || fail "$(cat "$out/stdout")"
    near "$(figure repair_least_eigenvalue)" -0.8 1e-12; near "$(figure repair_correlation_change)" 0.4 1e-6
    [ "$(figure repair_eigenvalues_raised)" = 1 ] || fail "$(figure repair_eigenvalues_raised) raised"
    local repaired; repaired=$(figure var_mean 0.99)
    correlated "AAA BBB 0.49999" "AAA EUR.fx 0.49999" "BBB EUR.fx -0.49999" # with 0.5 one eigenvalue is 0
    works 1; near "$repaired" "$(figure var_mean 0.99)" 1e-3
}
# A factor that is a multiple of another one is not independent.
refuses_a_covariance_that_is_singular() {
    correlated "AAA BBB 1"
    refused 5 "$bank/covariance.csv line 4: the covariance is not positive definite: beside AAA (weight 1.5), BBB keeps " --law student
    works 1 --repair; near "$(figure repair_least_eigenvalue)" 0 1e-12; [ "$(figure repair_eigenvalues_raised)" = 1 ] || fail "raised"
    # One that never moves does no harm.
    still=1 correlated; works 1
}
refuses_an_estimate_on_fewer_days_than_factors() {
    local history=$bank/history.csv
    remember; sed -i /^covariance,/d "$bank/inputs.csv"
    { head -1 "$history"; grep -E ',20(25-12-2[89]|25-12-3.|26-)' "$history"; } > "$out.short"; mv "$out.short" "$history"
    refused 5 "$history: 4 returns of 6 factors that move: their sample covariance is not positive definite, for which there must be at least 7 returns"
    grep -q '^hint: --covariance shrunk .* --repair ' "$out/stderr" || fail "no remedy: $(cat "$out/stderr")"
    refused 5 "$history: 4 returns of 6 factors that move: their exponentially weighted covariance is not positive definite, for which there must be at least 6 returns" \
        --covariance ewma
    works 1 --covariance shrunk; works 1 --repair
    grep -q '^covariance repaired: of the eigenvalues of its correlations 3 were raised, ' "$out/stdout" || fail "$(cat "$out/stdout")"
}
repairs_nothing_that_is_sound() {
    works 1; cp "$out/pnl.csv" "$out.pnl"; works 1 --repair; cmp "$out/pnl.csv" "$out.pnl" || fail "other scenarios"
    grep -qx 'covariance not repaired: the least eigenvalue of its correlations is 0\.[0-9]*' "$out/stdout" || fail "$(cat "$out/stdout")"
    [ "$(figure repair_eigenvalues_raised),$(figure repair_correlation_change)" = 0,0 ] || fail "figures"
}
refuses_a_covariance_that_is_none() {
    sed -i 's/^BBB,BBB,.*/BBB,BBB,-1e-4/' "$bank/covariance.csv"
    refused 4 "$bank/covariance.csv line 4: value is -0.0001: the variance of BBB is below zero"
    remake; sed -i '/^EUR.fx,BBB,/d' "$bank/covariance.csv"
    refused 4 "$bank/covariance.csv: the covariance lacks the pair of EUR.fx and BBB"
    remake; sed -i 's/^BBB,BBB,.*/BBB,BBB,0/' "$bank/covariance.csv"
    refused 4 "$bank/covariance.csv: BBB has the variance 0, but the covariance 0.00036 with AAA" --repair
    remake; echo AAA,BBB,1 >> "$bank/covariance.csv"; refused 4 "$bank/covariance.csv line 23: value is 1, but 0.0003"
    remake; refused 2 "--repair does nothing in a run with --law historical" --repair --law historical
}
# grew LOGARITHM OPTION...: with the options, the value in each scenario is that much more than without them
grew() { local by=$1; shift
    works 1 --horizon-days 10; cp "$out/pnl.csv" "$out.still"; works 1 --horizon-days 10 "$@"
    awk -F, -v today="$(figure today_value)" -v by="$by" 'FNR == 1 { file++; next } file == 1 { still[$1] = today + $2 }
        file == 2 { d = (today + $2) / still[$1] - exp(by); if (d * d > 1e-17) exit 1; rows++ } END { exit rows != 600 }' \
        "$out.still" "$out/pnl.csv" || fail "it grew otherwise than by $by"; }
grows_at_risk_free_rates() {
    holds p1,A,1000; grew "$(calc '.04 * 10 / 252')" --drift risk-free
    # A price in euro grows at 2 %, and the euro at 4 % less 2 %.
    holds p1,B,1000; grew "$(calc '.04 * 10 / 252')" --drift risk-free
    sed -i 's/^BBB,stock,EUR/BBB,stock,GBP/' "$bank/factors.csv"
    refused 4 '--drift risk-free: no curve is of government rates in "GBP", by which factor BBB would grow' --drift risk-free
    remake; echo USD.other,2,USD.gov >> "$bank/curves.csv"
    refused 4 "--drift risk-free: the curves USD.government and USD.other both are of government rates in USD" --drift risk-free
}
grows_as_a_file_says() {
    echo drifts,drifts.csv >> "$bank/inputs.csv"
    printf '%s\n' factor,drift_year AAA,0.126 EUR.fx,-0.0252 USD.gov,0.0252 > "$bank/drifts.csv"
    holds p1,A,1000; grew 0.005 --drift given
    holds p1,B,1000; grew -0.001 --drift given
    # A rate moves by addition: 0.001 in ten days. No other factor moves here.
    still=1 correlated; holds p1,Z.bond,1000; works 1 --horizon-days 10 --drift given
    near "$(figure mean_pnl)" "$(calc '1e5 * (exp(-.041 * (1 - 10 / 252)) - exp(-.04))')" 1e-6
    echo AAA,0 >> "$bank/drifts.csv"
    refused 4 "$bank/drifts.csv line 5: factor comes twice: \"AAA\"" --drift given
    sed -i '2s/.*/CCC,0/' "$bank/drifts.csv"; refused 4 "$bank/drifts.csv line 2: factor is no factor of the list's files: \"CCC\""
    sed -i '2s/.*/AAA,nan/' "$bank/drifts.csv"; refused 4 "$bank/drifts.csv line 2: drift_year is not a number: \"nan\""
    sed -i '/^drifts/d' "$bank/inputs.csv"; refused 4 "--drift given: $bank/inputs.csv names no file of drifts" --drift given
    refused 2 "--drift does nothing in a run with --law historical" --drift given --law historical
}
# Names with commas, quotes and line ends: outputs differ only in the quoted form of such names, and reading them back
# gives the same names.
quotes_names_in_every_output() {
    local file quote='"d, ""1""\nx"'
    outputs() { works "$@" --desks "$out/desks.csv" --books "$out/books.csv" --values "$out/values.csv" --stress "$out/stress.csv" --limits "$out/limits.csv" \
        --contributions "$out/contributions.csv" --worst "$out/worst.csv" --save "$out/run"; }
    bed() { printf 'limits,limits.csv\nscenarios,scenarios.csv\n' >> "$bank/inputs.csv"; printf '%s\n' desk,measure,level,limit dsk1,var_mean,0.99,1 ,var_mean,0.95,2 > "$bank/limits.csv"
        printf 'scenario,factor,move\ncrash,AAA,-0.3\n' > "$bank/scenarios.csv"; printf 'position,desk,book,instrument,quantity\nt,dsk1,book2,A.call,-70\n' > "$bank/trades.csv"
        sed -i '2,$s/,desk,book,/,dsk1,book1,/' "$bank/holdings.csv"; }
    # named TABLE...: the bank's files with the names of the test in place of plain ones
    named() { sed -i "s/\bdsk1\b/$quote/; s/\bbook1\b/\"b,\"/; s/\bp1\b/\"p\"\"\"/; s/\bA\.call\b/\"A,call\"/; s/\bAAA\(,\|\$\)/\"AA,A\"\1/g; s/\bcrash\b/\"crash, 1987\"/" "$@"; }
    bed; outputs 1; mkdir "$out.plain"; mv "$out"/*.csv "$out.plain"
    options=; works 1 --onto "$out/run" --add "$bank/trades.csv" --limits "$out/limits.csv"; mkdir "$out.onto"; mv "$out"/*.csv "$out.onto"
    for file in "$bank"/*.csv; do
        head -1 "$file" > "$out.head"; tail -n +2 "$file" > "$out.rest"; named "$out.rest"; cat "$out.head" "$out.rest" > "$file"
    done
    options=$options_of_all; outputs 2
    grep -q 'd, ""1""$' "$out/desks.csv" && grep -qF '"crash, 1987",' "$out/stress.csv" && grep -qF '"AA,A"' "$out/contributions.csv" || fail "the names"
    compared() { for file in "$1"/*; do head -1 "$file" > "$out.head"; tail -n +2 "$file" > "$out.rest"; named "$out.rest"; cat "$out.head" "$out.rest" | cmp - "$out/${file##*/}" ||
        fail "${file##*/}"; done; }
    compared "$out.plain"; rm "$out"/*.csv
    options=; works 1 --onto "$out/run" --add "$bank/trades.csv" --limits "$out/limits.csv"; compared "$out.onto"
}
refuses_options_that_its_law_has_no_use_for() {
    local law; remember
    for law in normal filtered historical; do refused 2 "--degrees does nothing in a run with --law $law" --law $law --degrees 4; done
    for law in filtered historical; do
        refused 2 "--covariance does nothing in a run with --law $law" --law $law --covariance sample
        refused 2 "--repair does nothing in a run with --law $law" --law $law --repair
        grep -qx 'hint: leave it out; it works with --law normal or with --law student' "$out/stderr" || fail "$(cat "$out/stderr")"
    done
    for law in student filtered historical; do refused 2 "--check does nothing in a run with --law $law" --law $law --check delta-gamma; done
    refused 2 "--covariance estimates on a history, and the list gives a covariance: $bank/covariance.csv" --covariance shrunk
    sed -i /^covariance,/d "$bank/inputs.csv"; works 1 --covariance shrunk
}
# Each horizon has the figures and vectors of a run that has that horizon alone.
has_several_horizons_in_a_run() {
    local law days file; remember
    for law in normal student filtered; do
        works 2 --law $law --horizon-days 1,10,60 --desks "$out/desks.csv"
        [ "$(head -1 "$out/pnl.csv") $(head -1 "$out/figures.csv") $(head -1 "$out/desks.csv")" = "scenario,pnl,horizon_days \
desk,measure,confidence,value,lower,upper,horizon_days scenario,desk,pnl,horizon_days" ] || fail "headers"
        [ "$(wc -l < "$out/pnl.csv")" = 1801 ] || fail "rows"
        grep -A1 '^horizon_days=' "$out/stdout" | grep -c '^VaR95=' | grep -qx 3 || fail "$(cat "$out/stdout")"
        for file in pnl desks figures; do mv "$out/$file.csv" "$out.$file"; done
        for days in 1 10 60; do
            works 1 --law $law --horizon-days $days --desks "$out/desks.csv"
            for file in pnl desks figures; do
                awk -F, -v d=$days 'NR == 1 || $NF == d || $NF == ""' "$out.$file" | cmp - "$out/$file.csv" || fail "$law, $days days, $file"
            done
        done
    done
    refused 2 '--horizon-days is not above 0 to 2520, ascending: "10,1"' --horizon-days 10,1
    refused 2 '--horizon-days is not above 0 to 2520, ascending: "1,"' --horizon-days 1,
    refused 2 '--horizon-days is not above 0 to 2520, ascending: "1,2,3,4,5,6,7,8,9"' --horizon-days 1,2,3,4,5,6,7,8,9
}
# No factor moves, so each value is known by formula: rates stay at 4 %, the share at 100, and the volatility at 0. Each
# scenario is a day's return, times the root of the horizon.
takes_each_day_of_a_history_once() {
    remember; holds p1,A,1000
    refused 2 "--law historical has 149 scenarios, one for each day with a return, and not the 600 of --scenarios" --law historical
    refused 2 "--law historical has 149 scenarios, one for each day with a return, and not the 100 of" --law historical --scenarios 100
    options="--paths 20"; works 2 --law historical --horizon-days 4
    grep '^AAA,' "$bank/history.csv" | awk -F, 'FNR == 1 { file++ } file == 1 { level[FNR] = $3 }
        file == 2 && FNR > 1 { d = $2 - 1e5 * (exp(2 * log(level[FNR] / level[FNR - 1])) - 1); if (d * d > 1e-6) exit 1; rows++ }
        END { exit rows != 149 }' - "$out/pnl.csv" || fail "other days: $(head -3 "$out/pnl.csv")"
    works 1 --law historical --scenarios 149
    # A day that a factor lacks is not a scenario, but the return over that day is.
    sed -i '/^BBB,2025-11-11,/d' "$bank/history.csv"; works 1 --law historical; [ "$(wc -l < "$out/pnl.csv")" = 149 ] || fail "rows"
    sed -i '/^history/d' "$bank/inputs.csv"; refused 4 "the law asked for is drawn from a history, and the list names none" --law historical
}
# Shares alone have normal logarithms, so their quantile is known; a quadratic misses the quantile by the cube of a
# move.
finds_the_value_at_risk_by_delta_and_gamma() {
    local z=2.3263478740408408
    holds p1,A,1000; works 1 --check delta-gamma
    near "$(figure delta_gamma_var_today 0.99)" "$(calc "1e5 * (1 - exp(-.0002 - .02 * $z))")" 1e-3
    near "$(figure delta_gamma_var_mean 0.99)" "$(calc "1e5 * (1 - exp(-.0002 - .02 * $z))")" 1e-3
    holds p1,B,1000; correlated "BBB EUR.fx 0.5"; works 1 --check delta-gamma --drift risk-free
    near "$(figure delta_gamma_var_today 0.99)" "$(calc "55e3 * (1 - exp(.04 / 252 - (.03 ^ 2 + .005 ^ 2) / 2 - sqrt(.03 ^ 2 + .005 ^ 2 + .03 * .005) * $z))")" 2e-3
}
agrees_with_the_simulation_by_delta_and_gamma() {
    local days each
    options="--scenarios 20000 --paths 20"; works 2 --check delta-gamma --horizon-days 1,5
    for days in 1 5; do
        near "$(figure delta_gamma_var_mean 0.99 $days)" "$(figure var_mean 0.99 $days)" 0.05
        near "$(figure delta_gamma_var_today 0.95 $days)" "$(figure var_today 0.95 $days)" 0.05
        for each in 95 99; do grep -qx "VaR${each}_delta_gamma=$(figure delta_gamma_var_mean 0.$each $days)" "$out/stdout" || fail "$(cat "$out/stdout")"; done
    done
    refused 2 "--check does nothing in a run with --law student" --check delta-gamma --law student
}
pays_what_falls_due_inside_each_horizon() {
    local days; still=1 correlated; sed -i 's/^AAA.vol,.*/AAA.vol,volatility,USD,1e-7/' "$bank/factors.csv"
    # Coupons of 3 come on 2026-01-31 and 2026-08-01 (30 and 212 days) and with the principal on 2027-01-31 (395 days).
    sed -i 's/^USD.bond,.*/USD.bond,USD,0.06,2,2027-01-31,USD.government/' "$bank/fixed-bond.csv"
    holds p1,USD.bond,1000; works 1 --horizon-days 10,60
    local bond='function coupon(years, h) { return 3 * (years <= h ? 1 : exp(-.04 * (years - h))) }
        function value(h, m) { m = 395 / 365; return coupon(m - 1, h) + coupon(m - .5, h) + coupon(m, h) + 100 * exp(-.04 * (m - h)) }'
    for days in 10 60; do
        near "$(figure mean_pnl "" $days)" "$(calc '1000 * (value(d / 252) - value(0))' $days "$bond")" 1e-6
    done
    # A call at 90 that ends after 60 days: behind 10 trading days, and before 60 of them.
    sed -i 's/^A.call,.*/A.call,USD,AAA,AAA.vol,call,90,2026-03-02,USD.government,/' "$bank/european.csv"
    holds p1,A.call,1000; works 1 --horizon-days 10,60
    local call='function value(h) { return 60 / 365 <= h ? 10 : 100 - 90 * exp(-.04 * (60 / 365 - h)) }'
    for days in 10 60; do
        near "$(figure mean_pnl "" $days)" "$(calc '1000 * (value(d / 252) - value(0))' $days "$call")" 1e-5
    done
}
bounds_figures_at_their_horizon() {
    echo limits,limits.csv >> "$bank/inputs.csv"
    printf '%s\n' desk,measure,level,limit,horizon_days ,var_mean,0.99,1,10 desk,var_mean,0.95,1e12, > "$bank/limits.csv"
    works 1 --horizon-days 1,10 --limits "$out/limits.csv"
    [ "$(cut -d, -f1,2,6,7 "$out/limits.csv" | xargs)" = "desk,measure,broken,horizon_days ,var_mean,t,10 desk,var_mean,f,1 desk,var_mean,f,10" ] ||
        fail "$(cat "$out/limits.csv")"
    [ "$(sed -n 2p "$out/limits.csv" | cut -d, -f5)" = "$(figure var_mean 0.99 10)" ] || fail "value"
    grep -qx 'limits broken: 1 of 3' "$out/stdout" || fail "$(cat "$out/stdout")"
    refused 4 "a limit is set at a horizon of 10 days, and those of this run are 1,5" --horizon-days 1,5
    sed -i '2s/10$/0/' "$bank/limits.csv"; refused 4 "$bank/limits.csv line 2: horizon_days is 0, not above zero"
}
# wrong FILE SED TEXT OPTION...: checks that a bank with the edited FILE is refused by that text, which follows the
# file's path
wrong() { local file=$1 edit=$2 text=$3; shift 3
    remake; sed -i "$edit" "$bank/$file"; refused 4 "$bank/$file$text" "$@"; }
refuses_what_is_missing() {
    wrong curves.csv '2s/USD.gov$/USD.swap/' " line 2: factor is no factor of the list's files: \"USD.swap\""
    wrong european.csv '2s/AAA.vol/AAA.iv/' " line 2: volatility is no factor of the list's files: \"AAA.iv\""
    wrong european.csv '2s/USD.gov[a-z]*/USD.swap/' " line 2: curve is no curve of the list's files: \"USD.swap\""
    wrong holdings.csv '2,$d' " line 2: there is no row"
    wrong inputs.csv /^covariance/d " names neither a history nor a covariance"
    wrong inputs.csv /^parameters/d " names no file of parameters"
    remake; sed -i '/^currency/d' "$bank/parameters.csv"; refused 4 "the parameters do not say currency"
    remake; remember; sed -i '/^covariance/d' "$bank/inputs.csv"; sed -i '/^BBB,/d' "$bank/history.csv"
    refused 4 "$bank/history.csv: factor BBB has 0 days of history, but needs 3"
    remake; rm "$bank/stock.csv"; refused 3 "$bank/stock.csv: cannot open"
    remake; sed -i '/^EUR.fx,/d' "$bank/factors.csv"; sed -i '/EUR.fx/d' "$bank/covariance.csv"
    refused 4 "$bank/stock.csv line 3: currency is no currency with an fx factor of the list's files: \"EUR\""
}
refuses_numbers_that_are_none() {
    wrong factors.csv '2s/100$/nan/' ' line 2: value is not a number: "nan"'
    wrong factors.csv '7s/0.25$/-0.25/' " line 7: value is -0.25, not above zero"
    wrong covariance.csv '2s/[^,]*$/inf/' ' line 2: value is not a number: "inf"'
    wrong curves.csv '2s/,1,/,1x,/' ' line 2: years is not a number: "1x"'
    wrong european.csv '2s/,100,/,1e999,/' ' line 2: strike is not a number: "1e999"'
    wrong fixed-bond.csv '2s/2027/2025/' " line 2: maturity is 2025-07-01: the instrument has expired"
}
refuses_what_comes_twice() {
    wrong factors.csv '3s/^BBB/AAA/' ' line 3: factor comes twice: "AAA"'
    wrong stock.csv '3s/^B/A/' ' line 3: instrument comes twice: "A"'
    wrong fixed-bond.csv '2s/^USD.bond/A/' ' line 2: instrument comes twice: "A"'
    wrong holdings.csv '3s/^p2/p1/' ' line 3: position comes twice: "p1"'
    wrong curves.csv '$aUSD.government,2,USD.gov' ' line 4: curve comes twice: "USD.government"'
    wrong parameters.csv '$acurrency,EUR' ' line 4: value is the second currency'
    wrong parameters.csv '$aas_of,2026-01-02' ' line 4: value is the second as_of'
    remake; remember; sed -i '$aAAA,2025-12-31,100' "$bank/history.csv"
    refused 4 "$bank/history.csv line 902: factor has rows in two places: \"AAA\""
    remake; echo scenarios,given.csv >> "$bank/inputs.csv"; printf '%s\n' scenario,factor,move down,AAA,-0.1 down,AAA,0.1 > "$bank/given.csv"
    refused 4 "$bank/given.csv line 3: factor comes twice in down: \"AAA\""
}
# A share is worth 100; amounts are below 2^51 / 10^4 = 2.252e11, and sums at most 2^53 / 10^4 = 9.007e11.
refuses_amounts_that_the_grid_does_not_hold() {
    local n scenario
    holds p1,A,1 p2,A,2.3e9
    refused 5 "$bank/holdings.csv line 3: position p2: instrument A: the amount 2.3e+11 of a position today is not below 2.252e+11, the limit with 4 decimals"
    works 1 --decimals 3
    holds p1,A,2.2e9 p2,A,2.2e9 p3,A,2.2e9 p4,A,2.2e9 p5,A,2.2e9
    refused 5 "$bank/holdings.csv line 6: position p5: instrument A: the amount 2.2e+11 of a position today takes the sum of its group beyond 9.007e+11, the limit with 4 decimals"
    # A call far out of the money is worth little today; the message has the first scenario in which that is otherwise.
    sed -i 's/,100,2026-07-01,/,150,2026-07-01,/' "$bank/european.csv"; holds p1,B,1 p2,A.call,5e11
    for n in $ranks; do
        run "$n" --horizon-days 60 && fail "taken"
        grep -qE "line 3: position p2: instrument A.call: the amount [0-9.]+e\+1[12] of a position in scenario [0-9]+ is not below 2.252e\+11, the limit with 4 decimals" \
            "$out/stderr" || fail "on $n ranks: $(cat "$out/stderr")"
        scenario=$(sed -n 's/.*in scenario \([0-9]*\).*/\1/p' "$out/stderr")
        run 1 --horizon-days 60 --decimals 0 || fail "$(cat "$out/stderr")"
        awk -F, -v s="$scenario" '$1 == s { found = 1; exit !($2 >= 2^51 / 1e4) } END { exit !found }' "$out/pnl.csv" || fail "scenario $scenario"
        rm -f "$out"/*.csv
    done
}
# A position gains 2.2e11 if the share trebles. Each desk, or each book, fits; their sum does not.
names_the_scenario_in_which_desks_do_not_fit_together() {
    echo scenarios,given.csv >> "$bank/inputs.csv"; printf '%s\n' scenario,factor,move up,AAA,1.0986122886681098 > "$bank/given.csv"
    holds p1,A,1.1e9 p2,A,1.1e9 p3,A,1.1e9 p4,A,1.1e9 p5,A,1.1e9; sed -i '6s/,desk,/,other,/' "$bank/holdings.csv"
    refused 5 "the P&L of the bank in scenario up is 1.1e+16 multiples of the grid, and its sums hold 2^53"
    sed -i '6s/,other,book,/,desk,second,/' "$bank/holdings.csv"
    refused 5 "the P&L of desk desk in scenario up is 1.1e+16 multiples of the grid, and its sums hold 2^53" --books "$out/books.csv"
    works 1 --decimals 3
}
alive() { grep -lsF "$bank/inputs.csv" /proc/[0-9]*/cmdline | while read -r line; do
    [ "$(readlink "${line%/cmdline}/exe")" = "$(readlink -f "$var_mc")" ] && basename "${line%/cmdline}"; done; }
leaves_no_output_when_a_rank_dies() {
    local launcher; options="--scenarios 4000000 --paths 20"
    SLIPWAY_PROGRESS=$out.progress run 2 & launcher=$!
    until [ "$(alive | wc -l)" = 2 ] && [ -s "$out.progress" ]; do
        kill -0 $launcher 2> "$out.gone" || { fail "it ended: $(cat "$out/stderr")"; return; }
        sleep 0.05
    done
    kill -9 "$(alive | tail -1)"
    wait $launcher && fail "it ended as if nothing had happened"
    while [ -n "$(alive)" ]; do sleep 0.05; done
    ls "$out" | grep -qv '^std' && fail "left behind: $(ls "$out")"; true
}
gives_the_same_bits_on_any_number_of_ranks() {
    local n first=""
    correlated "AAA BBB 0.9" "AAA EUR.fx 0.9" "BBB EUR.fx -0.9"
    for n in $ranks; do
        works "$n" --repair --check delta-gamma --drift risk-free --horizon-days 0.5,10,60 --desks "$out/desks.csv"
        [ -n "$first" ] || first=$(bits)
        [ "$(bits)" = "$first" ] || fail "other bits on $n ranks"
    done
}

run_cases "scenarios of var-mc"

#!/bin/bash
# Tests of the scenarios of var-mc on a bank of a few instruments, so small that values are known by formula.
# usage: scenarios-test.sh VAR_MC MPIRUN RANKS...
# Each case is a function named as a sentence of behaviour. The first number of ranks is the reference for the bits.
set -u
var_mc=$1 mpirun=$2
shift 2
ranks=$*
top=$(mktemp -d /tmp/slipway-scenarios-test.XXXXXX)
trap 'rm -rf "$top"' EXIT
failed=0 passed=0
fail() { echo "  FAILED: $*"; bad=1; }
run() { local n=$1; shift; local launch="$mpirun -n $n"; [ "$n" != 1 ] || launch=
    timeout 600 $launch "$var_mc" --inputs "$bank/inputs.csv" --scenarios 600 --paths 20 \
        --pnl "$out/pnl.csv" --figures "$out/figures.csv" "$@" > "$out/stdout" 2> "$out/stderr"; }
works() { run "$@" || fail "status $?: $(cat "$out/stderr")"; }
bits() { cat "$out"/*.csv | sha256sum; }
# refused STATUS TEXT OPTION...: that exit status, that line, and no output left
refused() { local status=$1 text=$2 got; shift 2
    rm -f "$out"/*.csv; run 1 "$@"; got=$?
    [ $got = "$status" ] || fail "status $got for: $text"
    [ "$(grep -cF "var-mc: $text" "$out/stderr")" = 1 ] || fail "it says: $(cat "$out/stderr"), not: $text"
    grep -q '^hint: ' "$out/stderr" || fail "no hint for: $text"
    ls "$out" | grep -qv '^std' && fail "left behind: $(ls "$out")"; true; }
# near VALUE WANTED TOLERANCE: within that part of WANTED, or of 1 where that is more
near() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; s = b < 0 ? -b : b; exit a == "" || !(d * d <= t * t * (s > 1 ? s * s : 1)) }' ||
    fail "$1, not $2"; }
# figure MEASURE [LEVEL]: that of the bank
figure() { awk -F, -v m="$1" -v l="${2-}" '$1 == "" && $2 == m && $3 == l { print $4 }' "$out/figures.csv"; }
# holds LINE...: the bank's holdings are these, given as position,instrument,quantity
holds() { { echo position,desk,book,instrument,quantity
    local line; for line; do echo "$line" | awk -F, -v OFS=, '{ print $1, "desk", "book", $2, $3 }'; done; } > "$bank/holdings.csv"; }
# correlated "FACTOR FACTOR CORRELATION"...: the covariance of a day; pairs that are not named have correlation 0
correlated() { { echo "AAA .02"; echo "BBB .03"; echo "EUR.fx .005"; echo "USD.gov .0005"; echo "EUR.gov .0004"; echo "AAA.vol .03"; printf '%s\n' "$@"; } |
    awk -v OFS=, -v still="${still-}" 'BEGIN { print "factor", "other", "value" } NF == 2 { name[++n] = $1; sd[$1] = still ? 0 : $2 } NF == 3 { c[$1, $2] = c[$2, $1] = $3 }
        END { for (i = 1; i <= n; i++) for (j = 1; j <= i; j++) { a = name[i]; b = name[j]
            printf "%s,%s,%.17g\n", a, b, sd[a] * sd[b] * (i == j ? 1 : c[a, b]) } }' > "$bank/covariance.csv"; }
# Two shares, one in another currency, an option on the first, a bond of each currency; flat curves.
make_bank() {
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

# The correlations 0.9, 0.9 and -0.9 have the eigenvalues 1.9, 1.9 and -0.8. The repair makes them 0.5, 0.5 and -0.5.
repairs_a_covariance_on_request_and_says_so() {
    local impossible=("AAA BBB 0.9" "AAA EUR.fx 0.9" "BBB EUR.fx -0.9")
    correlated "${impossible[@]}"
    refused 5 "$bank/covariance.csv: the covariance is not positive definite: its correlations have the eigenvalue -0.8"
    grep -q '^hint: --repair ' "$out/stderr" || fail "no remedy: $(cat "$out/stderr")"
    works 1 --repair
    grep -qx 'covariance repaired: of the eigenvalues of its correlations 1 were raised, the least from -0.8; correlations changed by at most 0.4' \
        "$out/stdout" || fail "$(cat "$out/stdout")"
    near "$(figure repair_least_eigenvalue)" -0.8 1e-12; near "$(figure repair_correlation_change)" 0.4 1e-6
    [ "$(figure repair_eigenvalues_raised)" = 1 ] || fail "$(figure repair_eigenvalues_raised) raised"
    local repaired; repaired=$(figure var_mean 0.99)
    correlated "AAA BBB 0.5" "AAA EUR.fx 0.5" "BBB EUR.fx -0.5"
    works 1; near "$repaired" "$(figure var_mean 0.99)" 1e-3
}
repairs_nothing_that_is_sound() {
    works 1; cp "$out/pnl.csv" "$out.pnl"; works 1 --repair; cmp "$out/pnl.csv" "$out.pnl" || fail "other scenarios"
    grep -qx 'covariance not repaired: the least eigenvalue of its correlations is 0\.[0-9]*' "$out/stdout" || fail "$(cat "$out/stdout")"
    [ "$(figure repair_eigenvalues_raised),$(figure repair_correlation_change)" = 0,0 ] || fail "figures"
}
refuses_a_covariance_that_is_none() {
    sed -i 's/^BBB,BBB,.*/BBB,BBB,-1e-4/' "$bank/covariance.csv"
    refused 4 "$bank/covariance.csv line 4: value is -0.0001: the variance of BBB is below zero"
    make_bank; sed -i '/^EUR.fx,BBB,/d' "$bank/covariance.csv"
    refused 4 "$bank/covariance.csv: the covariance lacks the pair of EUR.fx and BBB"
    make_bank; sed -i 's/^BBB,BBB,.*/BBB,BBB,0/' "$bank/covariance.csv"
    refused 4 "$bank/covariance.csv: BBB has the variance 0, but the covariance 0.00036 with AAA" --repair
    make_bank; echo AAA,BBB,1 >> "$bank/covariance.csv"; refused 4 "$bank/covariance.csv line 23: value is 1, but 0.00036"
    make_bank; refused 2 "--repair is about a covariance, and --law historical has none" --repair --law historical
}
# grew_by LOGARITHM OPTION...: with the options, the value in each scenario is that much more than without them
grew_by() { local by=$1; shift
    works 1 --horizon-days 10; cp "$out/pnl.csv" "$out.still"; works 1 --horizon-days 10 "$@"
    awk -F, -v today="$(figure today_value)" -v by="$by" 'FNR == 1 { file++; next } file == 1 { still[$1] = today + $2 }
        file == 2 { d = (today + $2) / still[$1] - exp(by); if (d * d > 1e-17) exit 1; rows++ } END { exit rows != 600 }' \
        "$out.still" "$out/pnl.csv" || fail "it grew otherwise than by $by"; }
grows_at_risk_free_rates() {
    holds p1,A,1000; grew_by "$(awk 'BEGIN { print .04 * 10 / 252 }')" --drift risk-free
    # A price in euro grows at 2 %, and the euro at 4 % less 2 %.
    holds p1,B,1000; grew_by "$(awk 'BEGIN { print .04 * 10 / 252 }')" --drift risk-free
    sed -i 's/^BBB,stock,EUR/BBB,stock,GBP/' "$bank/factors.csv"
    refused 4 '--drift risk-free: no curve is of government rates in "GBP", by which factor BBB would grow' --drift risk-free
    make_bank; echo USD.other,2,USD.gov >> "$bank/curves.csv"
    refused 4 "--drift risk-free: the curves USD.government and USD.other both are of government rates in USD" --drift risk-free
}
grows_as_a_file_says() {
    echo drifts,drifts.csv >> "$bank/inputs.csv"
    printf '%s\n' factor,drift_year AAA,0.126 EUR.fx,-0.0252 USD.gov,0.0252 > "$bank/drifts.csv"
    holds p1,A,1000; grew_by 0.005 --drift given
    holds p1,B,1000; grew_by -0.001 --drift given
    # A rate moves by addition: 0.001 in ten days. Nothing else moves here.
    still=1 correlated; holds p1,Z.bond,1000; works 1 --horizon-days 10 --drift given
    near "$(figure mean_pnl)" "$(awk 'BEGIN { print 1e5 * (exp(-.041 * (1 - 10 / 252)) - exp(-.04)) }')" 1e-6
    echo AAA,0 >> "$bank/drifts.csv"
    refused 4 "$bank/drifts.csv line 5: factor comes twice: \"AAA\"" --drift given
    sed -i '2s/.*/CCC,0/' "$bank/drifts.csv"; refused 4 "$bank/drifts.csv line 2: factor is no factor of the list's files: \"CCC\""
    sed -i '2s/.*/AAA,nan/' "$bank/drifts.csv"; refused 4 "$bank/drifts.csv line 2: drift_year is not a number: \"nan\""
    sed -i '/^drifts/d' "$bank/inputs.csv"; refused 4 "--drift given: $bank/inputs.csv names no file of drifts" --drift given
    refused 2 "--drift given and --law historical exclude each other" --drift given --law historical
}
gives_the_same_bits_on_any_number_of_ranks() {
    local n first=""
    correlated "AAA BBB 0.9" "AAA EUR.fx 0.9" "BBB EUR.fx -0.9"
    for n in $ranks; do
        works "$n" --repair --drift risk-free
        [ -n "$first" ] || first=$(bits)
        [ "$(bits)" = "$first" ] || fail "other bits on $n ranks"
    done
}

for name in $(declare -F | awk '{ print $3 }' | grep _ | grep -v make_bank); do
    bad=0 out=$top/$name; mkdir "$out"; make_bank; $name
    if [ $bad = 0 ]; then passed=$((passed + 1)); echo "ok $name"; else failed=$((failed + 1)); echo "not ok $name"; fi
done
echo "scenarios of var-mc: $passed passed, $failed failed"
[ $failed = 0 ]

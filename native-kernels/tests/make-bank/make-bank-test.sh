#!/bin/bash
# Tests of make-bank as a program. usage: make-bank-test.sh MAKE_BANK COLUMNS
# COLUMNS says which columns files of each kind have. Each case is a function named as a sentence of behaviour.
set -u
export LC_ALL=C
make_bank=$1 columns=$2
top=$(mktemp -d /tmp/slipway-make-bank-test.XXXXXX)
trap 'rm -rf "$top"' EXIT
failed=0 passed=0
fail() { echo "  FAILED: $*"; bad=1; }
run() { timeout 600 "$make_bank" "$@" >"$out/stdout" 2>"$out/stderr"; }
works() { run "$@" || fail "status $?: $(cat "$out/stderr")"; }
# refused STATUS TEXT ARGUMENT...: that exit status, that line, and no bank
refused() { local status=$1 text=$2 got; shift 2
    run "$@"; got=$?
    [ $got = "$status" ] || fail "status $got: $*"
    grep -qF "make-bank: $text" "$out/stderr" || fail "it says: $(cat "$out/stderr")"
    [ -z "$(find "$out" -name '*.csv' -o -name '*.part')" ] || fail "left behind: $(find "$out")"; }
sums() { (cd "$1" && sha256sum ./*); }
# each KIND: the rows of all files of a kind, without their headers
each() { awk -F, -v kind="$1" '$1 == kind { print $2 }' "$bank/inputs.csv" | while read -r file; do tail -n +2 "$bank/$file"; done; }
# column KIND NAME: the values of a column, of all files of a kind
column() { local at; at=$(grep "^$1 " "$columns" | cut -d' ' -f2 | tr , '\n' | grep -nx "$2" | cut -d: -f1); each "$1" | cut -d, -f"$at"; }
# All values of a column (lists: their items) must be among the lines of a file.
known() { column "$1" "$2" | tr ';' '\n' | sort -u >"$out.seen"
    [ -s "$out.seen" ] || fail "$1 has no $2"
    local unknown; unknown=$(comm -23 "$out.seen" "$3"); [ -z "$unknown" ] || fail "$2 of $1 that is not there: ${unknown:0:200}"; }

writes_44_files_and_their_list() {
    [ "$(head -1 "$bank/inputs.csv")" = kind,file ] || fail "header of the list"
    [ "$(tail -n +2 "$bank/inputs.csv" | wc -l)" = 44 ] || fail "rows of the list"
    diff <(tail -n +2 "$bank/inputs.csv" | cut -d, -f2 | sort) <(cd "$bank" && printf '%s\n' *.csv | grep -vx inputs.csv | sort) ||
        fail "the list is not what lies there"
    diff <(tail -n +2 "$bank/inputs.csv" | cut -d, -f1 | sort -u) <(cut -d' ' -f1 "$columns" | sort) || fail "kinds"
}
gives_each_kind_its_columns() {
    tail -n +2 "$bank/inputs.csv" | while IFS=, read -r kind file; do
        [ "$(head -1 "$bank/$file")" = "$(grep "^$kind " "$columns" | cut -d' ' -f2)" ] || echo "$file: $(head -1 "$bank/$file")"
        awk -F, -v file="$file" 'NR == 1 { n = NF } NF != n { print file " line " NR ": " $0; exit }
            { for (i = 1; i <= NF; i++) if (length($i) > 31 && !/;/) { print file " line " NR ": long: " $i; exit } }' "$bank/$file"
    done >"$out.wrong"
    [ ! -s "$out.wrong" ] || fail "$(head -5 "$out.wrong")"
}
has_a_thousand_factors_of_nine_classes_that_are_in_the_history() {
    each factors | cut -d, -f1 | sort >"$out.factors"
    [ "$(uniq "$out.factors" | wc -l)" = 1000 ] || fail "$(wc -l <"$out.factors") factors"
    [ "$(each factors | cut -d, -f2 | sort -u | xargs)" = "commodity economic fx government index money stock swap volatility" ] || fail "classes"
    each history | awk -F, '{ n[$1]++ } END { for (f in n) print f, n[f] }' | sort >"$out.history"
    diff <(sed 's/$/ 520/' "$out.factors") "$out.history" >"$out.diff" || fail "$(head -5 "$out.diff")"
}
# The history is ordered by factor and day; the last level is today's; factors that move by their logarithm are above
# zero.
has_a_history_that_ends_at_todays_levels() {
    (each factors; echo; each history) | awk -F, '/^$/ { past = 1; next }
        !past { today[$1] = $4; class[$1] = $2; next }
        { if ($1 "" < factor "" || ($1 == factor && $2 "" <= day "")) { print "order: " $0; exit }
          if ($3 <= 0 && class[$1] !~ /government|swap|money/) { print "not above zero: " $0; exit }
          factor = $1; day = $2; last[$1] = $3 }
        END { for (f in today) if (last[f] != today[f]) print f " ends at " last[f] ", today is " today[f] }' >"$out.wrong"
    [ ! -s "$out.wrong" ] || fail "$(head -5 "$out.wrong")"
    [ "$(each history | tail -1 | cut -d, -f2)" = "$(awk -F, '$1 == "as_of" { print $2 }' "$bank/day.csv")" ] || fail "as_of"
}
# The prices of 2022-12-28 in native-kernels/market.
keeps_real_series_as_they_are_and_names_the_generated_ones() {
    [ "$(cut -d, -f1,4 "$bank/factors-stock.csv" | grep -v sim | xargs)" = "factor,value AAPL,125.674 AMD,62.570 BAC,32.301 BBY,78.279 \
CVX,173.728 GE,63.883 HD,311.220 JNJ,174.085 JPM,129.575 KO,62.609 LLY,363.098 MRK,109.581 MSFT,233.434 PEP,179.278 PFE,49.250 PG,149.133 \
RRC,24.497 UNH,524.422 WMT,140.181 XOM,106.627" ] || fail "stocks: $(grep -v sim "$bank/factors-stock.csv")"
    [ "$(grep -v '^sim' "$bank/factors-index.csv" | tail -1)" = SP500,index,USD,3783.220 ] || fail "index"
    [ "$(each factors | grep -vc '^sim\.')" = 21 ] || fail "$(each factors | grep -vc '^sim\.') factors pass for real"
}
# Correlation and volatility from daily moves: stocks move with the index, and volatilities move against the index.
moves_factors_together() {
    each history | awk -F, '
        $1 != f { f = $1; before = 0; at = 0 }
        { at++; if (before) { r = log($3 / before); if (f == "SP500") index_move[at] = r; else move[f, at] = r } before = $3 }
        function tied(f,  i, sx, sy, xx, yy, xy, n) {
            for (i = 2; i <= 520; i++) { n++; sx += index_move[i]; sy += move[f, i]
                xx += index_move[i] ^ 2; yy += move[f, i] ^ 2; xy += index_move[i] * move[f, i] }
            year[f] = sqrt(252 * (yy / n - (sy / n) ^ 2))
            return (xy / n - sx * sy / n ^ 2) / sqrt((xx / n - (sx / n) ^ 2) * (yy / n - (sy / n) ^ 2)) }
        END {
            stock = tied("sim.USD.eq001"); volatility = tied("sim.USD.eq001.vol"); fx = tied("sim.EUR.fx")
            print stock, volatility, fx, year["sim.USD.eq001"], year["sim.EUR.fx"]
            exit !(stock > 0.2 && stock < 0.9 && volatility < -0.3 && fx > 0 && fx < 0.6 &&
                   year["sim.USD.eq001"] > 0.15 && year["sim.USD.eq001"] < 0.7 && year["sim.EUR.fx"] > 0.05 && year["sim.EUR.fx"] < 0.2) }' \
        >"$out.said" || fail "$(cat "$out.said")"
}
has_a_fifth_of_its_instruments_by_monte_carlo() {
    local kind all=0 paths=0 n
    for kind in $(sed -n '8,$p' "$columns" | cut -d' ' -f1); do
        n=$(each "$kind" | wc -l); all=$((all + n))
        [ "$n" -gt 0 ] || fail "no $kind"
        case $kind in asian | discrete-barrier | basket) paths=$((paths + n)) ;; esac
    done
    [ "$all" = 2500 ] && [ "$paths" = 500 ] || fail "$paths of $all"
    [ "$(for kind in $(sed -n '8,$p' "$columns" | cut -d' ' -f1); do column "$kind" instrument; done | sort -u | wc -l)" = 2500 ] || fail "ids twice"
}
names_only_what_is_there() {
    each factors | cut -d, -f1 | sort >"$out.factors"
    each curves | cut -d, -f1 | sort -u >"$out.curves"
    each factors | cut -d, -f3 | sort -u >"$out.currencies"
    for kind in $(sed -n '8,$p' "$columns" | cut -d' ' -f1); do column "$kind" instrument; done | sort >"$out.instruments"
    local kind name all
    known holdings instrument "$out.instruments"; known curves factor "$out.factors"; known scenarios factor "$out.factors"
    for kind in $(sed -n '8,$p' "$columns" | cut -d' ' -f1); do
        all=$(grep "^$kind " "$columns" | cut -d' ' -f2 | tr , ' ')
        for name in $all; do
            case $name in
            factor | factors | volatility | volatilities) known "$kind" "$name" "$out.factors" ;;
            curve | yield_curve | foreign_curve | forward_curve) known "$kind" "$name" "$out.curves" ;;
            currency) known "$kind" "$name" "$out.currencies" ;;
            esac
        done
    done
    comm -23 "$out.instruments" <(column holdings instrument | sort -u) | grep . && fail "held by nobody"
    [ "$(column holdings position | sort | uniq -d | wc -l)" = 0 ] || fail "positions twice"
    [ "$(column holdings position | wc -l)" -gt "$(($(wc -l <"$out.instruments") * 14 / 10))" ] || fail "few positions"
}
draws_no_nonsense() {
    local today kind; today=$(awk -F, '$1 == "as_of" { print $2 }' "$bank/day.csv")
    for kind in $(grep maturity "$columns" | cut -d' ' -f1); do
        column "$kind" maturity | awk -v today="$today" -v kind="$kind" '$1 <= today { print kind " is over at " $1; exit 1 }' || fail expired
    done
    (each factors; echo; each barrier; each discrete-barrier) | awk -F, '/^$/ { past = 1; next } !past { level[$1] = $4; next }
        ($11 == "up") != ($10 > level[$3]) || $6 < 0.79 * level[$3] || $6 > 1.21 * level[$3] || $10 <= 0 { print; wrong = 1 } END { exit wrong }' ||
        fail "a barrier that is touched already, or a strike far away"
    each asian | awk -F, -v today="$today" '($10 < today) != ($12 != "") { print; wrong = 1 } END { exit wrong }' || fail "realised"
    each basket | awk -F, '{ n = split($3, a, ";"); if (n < 2 || split($4, b, ";") != n || split($5, c, ";") != n) { print; wrong = 1 } }
        END { exit wrong }' || fail "lists of a basket"
    each mortgage | awk -F, '$3 < 0.005 || $3 > 0.2 { print; wrong = 1 } END { exit wrong }' || fail "rates"
}
# The size of a whole bank, computed from a small one: a history of 8,313 days and 97 scenarios, of 1,000 factors each.
has_the_reports_two_files_at_scale_1() {
    local days=8313 scenarios=97
    [ "$(zcat "$(dirname "$0")/../../market/us-index-daily.csv.gz" | tail -n +2 | wc -l)" = $days ] || fail "days"
    awk -v rows="$days" -v bytes="$(wc -c <"$bank/history.csv")" 'BEGIN { whole = bytes / 520 * rows / 1e6; print whole
        exit !(whole > 281 && whole < 295) }' >"$out.said" || fail "history of $(cat "$out.said") MB"
    awk -v rows="$scenarios" -v bytes="$(wc -c <"$bank/scenarios.csv")" 'BEGIN { whole = bytes / 10 * rows / 1e6; print whole
        exit !(whole > 3.35 && whole < 3.45) }' >"$out.said" || fail "scenarios of $(cat "$out.said") MB"
}
is_the_same_for_the_same_seed_and_another_for_another() {
    works "$out/a" --scale 0.001; works --seed 1 --scale 0.001 "$out/b/"; works "$out/c" --scale 0.001 --seed 2
    diff <(sums "$out/a") <(sums "$out/b") >/dev/null || fail "the same seed gives other bytes"
    cmp -s "$out/a/european.csv" "$out/c/european.csv" && fail "another seed gives the same options"
    cmp -s "$out/a/history.csv" "$out/c/history.csv" && fail "another seed gives the same history"
    diff <(grep -v '^sim' "$out/a/history.csv") <(grep -v '^sim' "$out/c/history.csv") >/dev/null || fail "another seed gives other real series"
    # All bytes of that bank, so that no machine, compiler or library makes others.
    (cd "$out/a" && cat ./*.csv | sha256sum) | grep -q "^$expected " || fail "other bytes: $(cd "$out/a" && cat ./*.csv | sha256sum)"
}
has_the_end_of_a_longer_history_at_a_smaller_scale() {
    diff <(each history) <(works "$out/b" --scale 0.001; tail -n +2 "$out/b/history.csv") >/dev/null || fail "other histories"
    works "$out/c" --scale 0.07
    [ "$(grep -c '^AAPL,' "$out/c/history.csv")" = 582 ] || fail "days at 0.07: $(grep -c '^AAPL,' "$out/c/history.csv")"
    diff <(grep '^sim.EUR.fx,' "$out/c/history.csv" | tail -520) <(each history | grep '^sim.EUR.fx,') >/dev/null || fail "other days"
}
writes_tables_and_the_statements_for_all_files() {
    works "$out/t" --tables --scale 0.001
    sed -n "s/^.copy .* from '\([^']*\)'.*/\1/p" "$out/t/load.sql" | sort >"$out.loaded"
    diff "$out.loaded" <(cd "$out/t" && printf '%s\n' *.csv | grep -vx statements.csv | sort) || fail "load.sql does not load what lies there"
    works "$out/f" --scale 0.001
    diff <(sed 1d "$out/t/statements.csv" | cut -d, -f1,2 | sort) <(sed 1d "$out/f/inputs.csv" | sort) || fail "statements for other files"
    grep -q '^AAPL,stock,USD,real$' "$out/t/factors.csv" && grep -q '^sim.EUR.fx,fx,EUR,generated$' "$out/t/factors.csv" || fail "origin"
}
takes_an_empty_folder() { mkdir "$out/empty"; works "$out/empty" --scale 0.001; [ -e "$out/empty/inputs.csv" ] || fail "no list"; }
refuses_wrong_arguments() {
    refused 2 "no such option: --frob" "$out/a" --frob; refused 2 "which folder?"
    refused 2 "one folder at a time, not \"$out/b\"" "$out/a" "$out/b"
    refused 2 "--scale is not at least 0.001 and at most 4: \"0\"" "$out/a" --scale 0; refused 2 "--scale is not" "$out/a" --scale 4.1
    refused 2 "--scale is not" "$out/a" --scale nan; refused 2 "--seed cannot be" "$out/a" --seed x
}
refuses_a_folder_that_is_not_empty() {
    mkdir "$out/full"; touch "$out/full/mine"
    refused 2 "$out/full: the folder is not empty" "$out/full" --scale 0.001
    [ -e "$out/full/mine" ] || fail "gone"
}
refuses_what_is_no_folder() {
    touch "$out/file"; refused 6 "$out/file: Not a directory" "$out/file" --scale 0.001
    refused 6 "$out/no/such: No such file" "$out/no/such" --scale 0.001
}
leaves_alone_what_an_earlier_run_left() {
    mkdir "$out/a.part"; run "$out/a" --scale 0.001; [ $? = 6 ] || fail "status"
    grep -qF "make-bank: $out/a.part: is there already" "$out/stderr" || fail "$(cat "$out/stderr")"
    [ -d "$out/a.part" ] || fail "removed"
}
# A write beyond the shell's limit fails as one on a full disk does, with another reason.
leaves_nothing_behind_when_a_write_fails() {
    for form in "" --tables; do
        (trap '' XFSZ; ulimit -f 2000; run "$out/a" --scale 0.001 $form); [ $? = 6 ] || fail "status"
        grep -qF "make-bank: $out/a/history.csv: File too large" "$out/stderr" || fail "$(cat "$out/stderr")"
        [ -z "$(ls -d "$out"/a* 2>/dev/null)" ] || fail "left behind: $(ls -d "$out"/a*)"
    done
}
explains_itself() { works --help; grep -q 'Exit status' "$out/stdout" || fail "no table"; }

expected=89e729922c2aa7f6c1c219d896c1f26ec8177419fc3625d084c0bcb4c8d2578c
bank=$top/bank out=$top/make; mkdir "$out"
run "$bank" --scale 0.01 || { cat "$out/stderr"; exit 1; }
for name in $(declare -F | awk '{ print $3 }' | grep _); do
    bad=0; out=$top/$name; mkdir "$out"; $name
    if [ $bad = 0 ]; then passed=$((passed + 1)); echo "ok $name"; else failed=$((failed + 1)); echo "not ok $name"; fi
done
echo "make-bank: $passed passed, $failed failed"
[ $failed = 0 ]

# shellcheck shell=bash disable=SC2034,SC2010,SC2154
# The bed of the tests of var-mc on a bank, which bank-test.sh, saved-test.sh and scenarios-test.sh source. usage of
# each: SCRIPT VAR_MC MAKE_BANK MPIRUN RANKS...
# Each case is a function named as a sentence of behaviour. The first number of ranks is the reference for the bits.
# SLIPWAY_CASES, if set, is a pattern that the names of the cases must match: other builds run a part of them.
set -u
var_mc=$1 make_bank=$2 mpirun=$3
shift 3
ranks=$*
top=$(mktemp -d /tmp/slipway-bank-test.XXXXXX)
trap 'rm -rf "$top"' EXIT
failed=0 passed=0
fail() { echo "  FAILED: $*"; bad=1; }
# The options that $estimated adds to a run for its covariance, if the script sets it, unless the run's own options set
# a covariance.
estimated=
run() { local n=$1; shift; local launch="$mpirun -n $n" estimate=$estimated; [ "$n" != 1 ] || launch=
    case " $options $* " in *" --onto "* | *" --law filtered "* | *" --law historical "* | *" --covariance "*) estimate= ;; esac
    timeout 600 $launch "$var_mc" --inputs "$bank/inputs.csv" $options $estimate \
        --pnl "$out/pnl.csv" --figures "$out/figures.csv" --desks "$out/desks.csv" "$@" \
        > "$out/stdout" 2> "$out/stderr"; }
works() { run "$@" || fail "status $?: $(cat "$out/stderr")"; }
bits() { cat "$out"/*.csv | sha256sum; }
# refused STATUS TEXT OPTION...: that exit status, that line, a hint where `hinted` is set, and no output left
hinted=
refused() { local status=$1 text=$2 got; shift 2
    rm -f "$out"/*.csv; run 1 "$@"; got=$?
    [ $got = "$status" ] || fail "status $got for: $text"
    [ "$(grep -cF "var-mc: $text" "$out/stderr")" = 1 ] || fail "it says: $(cat "$out/stderr"), not: $text"
    [ -z "$hinted" ] || grep -q '^hint: ' "$out/stderr" || fail "no hint for: $text"
    ls "$out" | grep -qv '^std' && fail "left behind: $(ls "$out")"; true; }
# made FOLDER: a small bank with the last $bed_days of its 520 days of history, because reading all days would dominate
# each run
readonly bed_days=130
made() { "$make_bank" "$1" --scale 0.001 &&
    awk -F, -v days=$bed_days '$1 != factor { factor = $1; day = 0 } ++day > 520 - days || NR == 1' "$1/history.csv" > "$1/part" &&
    mv "$1/part" "$1/history.csv"; }
# edited FILE SED: a bank with an edited FILE; the other files are those of the bank
edited() { bank=$out.bank; rm -rf "$bank"; cp -r "$whole" "$bank"; sed -i "$2" "$bank/$1"; }
# run_cases WHAT: runs all functions of the script, each with an empty folder in $out and a bank in $bank. `remake`, if
# the script has it, makes the bank; otherwise it is a made bank, also in $whole
run_cases() { local name
    whole=$top/bank; declare -F remake >/dev/null || made "$whole" || exit 1
    for name in $(declare -F | awk '{ print $3 }' | grep _ | grep -v '^run_cases$' | grep -E "${SLIPWAY_CASES:-.}"); do
        bad=0 out=$top/$name bank=$whole options=$options_of_all; mkdir "$out"
        ! declare -F remake >/dev/null || remake
        $name
        if [ $bad = 0 ]; then passed=$((passed + 1)); echo "ok $name"; else failed=$((failed + 1)); echo "not ok $name"; fi
    done
    echo "$1: $passed passed, $failed failed"
    [ $passed != 0 ] || echo "no case matches ${SLIPWAY_CASES:-.}"
    [ $failed = 0 ] && [ $passed != 0 ]; }

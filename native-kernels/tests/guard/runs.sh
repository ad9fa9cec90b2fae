# Runs of a user without rights under slipway-guard, for tests that source this file with the arguments GUARD PROGRAM.
# PROGRAM is copied to a folder that another identity can reach. Root's guard drops to a user, or the guard runs as that
# user. The user belongs to this test only: the kernel counts a user's processes together, and other tests run at the
# same time.
other=$((2000000000 + $$)) tag=54321 number=0 passed=0 failed=0
top=$(mktemp -d /tmp/slipway-runs-test.XXXXXX)
# Not below /tmp, /var/tmp or /run, which a run may have privately.
far=$(mktemp -d "$([ -w /var/lib ] && echo /var/lib || echo "$PWD")/slipway-runs-test.XXXXXX")
chmod 755 "$top" "$far"
program=$(basename "$2")
cp "$1" "$top/slipway-guard"; cp "$2" "$top/$program"; cp "$2" "$far/$program"
guard=$top/slipway-guard
trap 'rm -rf "$top" "$far"' EXIT
# beside_test PROGRAM ARG...: starts the program in the background; it ends with this test. Processes are never killed
# by a stored number, which may belong to a stranger by then.
beside_test() { setpriv --pdeathsig KILL "$@" & }

fail() { echo "  FAILED: $*"; bad=1; }
field() { $as "$guard" status --folder "$1" | sed -n "s/.*\"$2\":\"\\{0,1\\}\\([^,\"}]*\\).*/\\1/p"; }
has() { case " $(field "$f" isolation) " in *" $1 "*) ;; *) return 1 ;; esac; }
await() { # await SECONDS COMMAND...: until it succeeds; a busy machine has five minutes more
    local until=$((SECONDS + 300 + $1)); shift
    until "$@"; do [ $SECONDS -lt "$until" ] || { fail "waited in vain for: $*"; return 1; }; sleep 0.02; done
}
is_ended() { [ "$(field "$1" state)" = ended ]; }
# gated WORDS...: a sh program that runs WORDS when the test opens the gate. Other commands may come before.
gated() { echo "until [ -e '$f/gate' ]; do sleep 0.02; done; $*"; }
open_gate() { : > "$f/gate"; }
# Each measure is a separate process. Once ended, its page faults count with those of the guard, which then judges the
# measure at once.
measures() { sed 's/.*) //' "/proc/$1/stat" | cut -d ' ' -f 9; }
measured_since() { [ "$(measures "$1")" != "$2" ]; }
# await_measures COUNT: until the guard has judged the run so often from here on, beside the measure that may be under way.
await_measures() {
    local i pid; pid=$(field "$f" guard_pid)
    for ((i = 0; i <= $1; i++)); do await 10 measured_since "$pid" "$(measures "$pid")" || return; done
}
folder() { f=$1/$((number += 1)); made="$made $f"; mkdir "$f" "$f/tmp"; [ -z "$drops" ] || chown $other:$other "$f" "$f/tmp"; }
run() { # shellcheck disable=SC2086
    $as "$guard" run --folder "$f" --stdout "$f/out" --stderr "$f/err" --grace 0.5 $drops --chdir "$f" "$@" || fail "run says $?"
}
said() { await 10 is_ended "$f" && [ "$(cat "$f/out")" = "$1" ] || fail "it said: $(cat "$f/out" "$f/err")"; }
suite() { # suite HOW AS DROPS OPTION CASES
    local how=$1 name; as=$2 drops="$3 $4"; shift 4
    for name in "$@"; do
        bad=0 made=; folder "$top"; $name
        if [ $bad = 0 ]; then passed=$((passed + 1)); echo "ok $name ($how)"; else
            failed=$((failed + 1)); echo "not ok $name ($how)"; cat "$f"/*.json "$f/err" 2>/dev/null; fi
        # Every run of the case, for one that failed may go on for ever.
        for f in $made; do "$guard" kill --folder "$f" > /dev/null 2>&1; done
    done
}
# Root in a chroot gets no private mounts, and another user there gets no namespace at all.
chroot=$([ "$(id -u)" != 0 ] || unshare --mount true 2>/dev/null || echo yes)
# without CASES OTHERS: those of CASES that are not among OTHERS.
without() { # shellcheck disable=SC2086
    local all=" $(echo $1) " one; for one in $2; do all=${all/ $one / }; done; echo $all; }

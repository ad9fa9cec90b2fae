#!/bin/bash
# Tests of slipway-guard against real processes. usage: guard-test.sh GUARD STUBBORN_MPI MPIRUN
# Each case is a function named as a sentence of behaviour. Cases about dropping to another identity and about full
# disks need root; without root they are listed as skipped. All other cases run for any user.
set -u
# Mounts of root are in a private mount namespace of the tests, and vanish with it. A changed root, which is not a
# mount, cannot be made private; so each case also unmounts its file system.
if [ "$(id -u)" = 0 ] && [ -z "${GUARD_TEST_MOUNTS-}" ]; then
    propagation=$(unshare --mount --propagation private true 2>/dev/null && echo private || echo unchanged)
    GUARD_TEST_MOUNTS=$propagation exec unshare --mount --propagation "$propagation" "$0" "$@"
fi
# Traces of another Open MPI run on this machine must not count: the tests have a private /dev/shm and /tmp, unless the
# tested programs are below /tmp.
if [ "${GUARD_TEST_MOUNTS-}" = private ]; then
    mount -t tmpfs -o mode=1777 tmpfs /dev/shm || exit 1
    case $0:$1:$2:$3:$PWD: in /tmp/* | *:/tmp/*) ;; *) mount -t tmpfs -o mode=1777 tmpfs /tmp || exit 1 ;; esac
fi
mpirun=$3
top=$(mktemp -d /tmp/slipway-guard-test.XXXXXX)
chmod 755 "$top"
cp "$1" "$top/slipway-guard"; cp "$2" "$top/stubborn-mpi" # where another identity can reach them
guard=$top/slipway-guard stubborn=$top/stubborn-mpi
trap 'rm -rf "$top"' EXIT
passed=0 failed=0 number=0
root=$([ "$(id -u)" = 0 ] && echo yes || echo no)
other=$((2000000000 + $$)) # a user of this test's own: the kernel counts a user's processes together

fail() { echo "  FAILED: $*"; bad=1; }
state() { $as "$guard" status --folder "$f" | sed -n 's/^{"state":"\([a-z]*\)".*/\1/p'; }
field() { $as "$guard" status --folder "$f" | sed -n "s/.*\"$1\":\"\\{0,1\\}\\([^,\"}]*\\).*/\\1/p"; }
expect() { local got; got=$(field "$1"); [ "$got" = "$2" ] || fail "$1 is \"$got\", not \"$2\""; }
await() { # await SECONDS COMMAND...: until it succeeds; a busy machine has five minutes more
    local until=$((SECONDS + 300 + $1)); shift
    until "$@"; do [ $SECONDS -lt "$until" ] || { fail "waited in vain for: $*"; return 1; }; sleep 0.02; done
}
is_state() { [ "$(state)" = "$1" ]; }
# Processes with the tag of this case, which is also a long time to sleep, in their command line: guard, inner, program.
left() { echo "$tag" > "$top/tag"; grep -lsaF -f "$top/tag" /proc/[0-9]*/cmdline 2>/dev/null | while read -r p; do
    p=${p#/proc/}; p=${p%/cmdline}; [ "$p" = $$ ] || grep -qs '^State:	Z' "/proc/$p/status" || echo "$p"; done; }
none_left() { [ -z "$(left)" ]; }
# Those of them that belong to the run. A forked process that has not become a program yet still has the guard's name.
of_run() { left | while read -r p; do name=$(tr '\0' '\n' 2>/dev/null < "/proc/$p/cmdline" | head -1)
    [ -z "$name" ] || [ "$name" = "$guard" ] || echo "$p"; done; }
count_run() { [ "$(of_run | wc -l)" -ge "$1" ]; }
run_is_over() { [ -z "$(of_run)" ]; }
# When the end is reported no process of the run exists any more; the guard does, for a moment.
over() { run_is_over || fail "left: $(of_run)"; await 5 none_left; }
# Processes of the run that have come so far as to make a file.
count_up() { [ "$(find "$f" -maxdepth 1 -name 'up.*' | wc -l)" -ge "$1" ]; }
guard_pid() { pid=$(field guard_pid); [ -n "$pid" ]; }
run() { $as "$guard" run --folder "$f" --stdout "$f/out" --stderr "$f/err" $extra "$@"; }
# Open MPI's session folder and shared memory are in the run folder, or were private to the run; there must be no
# others. Sessions of one user share a folder, which counts as a trace only if empty. Sessions of other tests at the
# same time vanish with their runs; one of this run would stay.
traces() { { ls -d /dev/shm/* /tmp/ompi.*/*; find /tmp -maxdepth 1 -name 'ompi.*' -empty; } 2>/dev/null | sort; }
is_trace() { [ -e "$1" ] && { [[ $1 != /tmp/ompi.* || $1 = /tmp/ompi.*/* ]] || [ -z "$(ls -A "$1")" ]; }; }
are_gone() { local one; for one in $traced; do ! is_trace "$one" || return 1; done; }
no_traces() {
    traced=$(traces | comm -13 "$top/traces" - | grep -E "vader_segment.*\.$owner\.|/tmp/ompi\.[^/]*\.$owner(/|$)")
    await 5 are_gone || fail "traces of Open MPI are left: $traced"
}
fresh() { traces > "$top/traces"; number=$((number + 1)); f=$top/$number; mkdir "$f"; tag=1000.$$000$number
    [ -z "$as" ] || chown $other:$other "$f"; }

# --- cases: $as runs the guard as another user, $extra holds options ---
reports_the_exit_status_and_the_output() {
    run -- sh -c 'echo out; echo err >&2; exit 7' || fail "run says $?"
    await 5 is_state ended
    expect reason exited; expect exit_status 7; expect signal 0; expect survivors 0
    [ "$(cat "$f/out") $(cat "$f/err")" = "out err" ] || fail "output is not there"
    [ "$(stat -c %a "$f/out")" = 640 ] || fail "mode of stdout is $(stat -c %a "$f/out")"
    [ -z "$(find "$f" -maxdepth 1 \( -name claim -o -name '*.json' \) -perm /077)" ] || fail "others read the records of a run"
}
reports_the_signal_that_ended_the_program() {
    run -- sh -c 'kill -SEGV $$'; await 5 is_state ended; expect reason signalled; expect signal 11
}
keeps_the_order_and_takes_no_terminal_input() {
    run -- cat; await 5 is_state ended; expect exit_status 0
}
returns_before_the_program_ends_and_closes_the_callers_pipes() {
    local text; text=$(run -- sh -c "exec sleep $tag"); is_state running || fail "state is $(state)"
    $as "$guard" kill --folder "$f" || fail "kill says $?"; [ -z "$text" ] || fail "run printed: $text"
}
says_why_a_missing_executable_did_not_start() {
    run -- /no/such/program; await 5 is_state ended
    expect reason not-started; expect exit_status -1
    field error | grep -q '^cannot start /no/such/program: No such file' || fail "error is: $(field error)"
}
says_why_a_folder_cannot_be_entered() {
    run --chdir /no/such/folder -- true; await 5 is_state ended; expect reason not-started
}
refuses_an_output_that_is_a_symbolic_link() {
    $as ln -s /etc/passwd "$f/out"; run -- echo x; await 5 is_state ended; expect reason not-started
}
makes_no_missing_folder_of_an_output() {
    $as "$guard" run --folder "$f" --stdout "$f/out" --stderr "$f/missing/err" $extra -- echo x; await 5 is_state ended
    expect reason not-started; [ ! -e "$f/missing" ] || fail "the folder was made"; [ ! -s "$f/out" ] || fail "it ran"
    field error | grep -q "^cannot open $f/missing/err: No such file" || fail "error is: $(field error)"
}
refuses_an_output_that_has_a_second_name() {
    $as touch "$f/first"; $as ln "$f/first" "$f/out"; run -- echo x; await 5 is_state ended
    expect reason not-started; [ ! -s "$f/first" ] || fail "it was written"
}
starts_nothing_in_a_claimed_folder() {
    run -- sh -c 'echo once'; run -- sh -c 'echo twice' 2>/dev/null; [ $? = 3 ] || fail "second run is not refused"
    await 5 is_state ended; [ "$(cat "$f/out")" = once ] || fail "it ran twice"
}
lets_one_of_many_racing_runs_start() {
    local i; for i in 1 2 3 4 5 6; do run -- sh -c 'echo x' 2>/dev/null & done; wait
    await 5 is_state ended; [ "$(cat "$f/out")" = x ] || fail "output: $(cat "$f/out")"
}
kills_before_the_run_and_the_run_never_starts() {
    is_state unclaimed || fail "state is $(state)"
    $as "$guard" kill --folder "$f" || fail "kill says $?"; expect reason killed
    run -- sh -c 'echo x' 2>/dev/null; [ $? = 3 ] || fail "run was not refused"; [ ! -e "$f/out" ] || fail "it ran"
    $as "$guard" kill --folder "$f" || fail "a second kill says $?"
}
ends_nothing_half_when_a_kill_races_a_run() {
    local i top_folder=$f
    for i in 1 2 3 4 5 6 7 8; do
        f=$top_folder/$i; $as mkdir "$f"
        run --grace 1 -- sh -c "exec sleep $tag" 2>/dev/null &
        $as "$guard" kill --folder "$f" || fail "kill says $?"; wait
        is_state ended || fail "state is $(state)"; expect reason killed; none_left || fail "left: $(left)"
    done
    f=$top_folder
}
is_lost_when_its_maker_died_right_after_the_claim() {
    $as touch "$f/claim"; is_state lost || fail "state is $(state)"
    $as "$guard" kill --folder "$f" || fail "kill says $?"; expect reason killed
}
ends_a_program_on_term_within_its_grace() {
    run --grace 300 -- sh -c "trap 'exit 9' TERM; : > $f/ready; while :; do sleep 0.05; done # $tag"
    await 5 test -e "$f/ready"; $as timeout 120 "$guard" kill --folder "$f" || fail "kill says $?, or it waited for the grace"
    expect reason killed; expect exit_status 9
}
kills_a_program_that_ignores_term() {
    run --grace 0.3 -- sh -c "trap '' TERM; : > $f/ready; while :; do sleep 1; done # $tag"; await 5 test -e "$f/ready"
    $as "$guard" kill --folder "$f" || fail "kill says $?"; none_left || fail "left: $(left)"
    expect reason killed; expect signal 9; expect survivors 0
}
kills_children_in_other_sessions_that_ignore_term() {
    run --grace 0.3 -- bash -c "for i in 1 2 3; do
        setsid bash -c 'trap \"\" TERM; mktemp $f/up.XXXXXX; while :; do sleep 1; done # $tag' & done
        (trap '' TERM; setsid setsid sleep $tag & ) ; exec sleep $tag"
    await 5 count_up 3; await 5 count_run 5; $as "$guard" kill --folder "$f" || fail "kill says $?"; none_left || fail "left: $(left)"
}
kills_a_tree_that_keeps_forking() {
    run --grace 0.1 -- bash -c "trap '' TERM; f() { setsid bash -c 'trap \"\" TERM; sleep 5; : # $tag' & }
        while :; do f; sleep 0.01; done # $tag"
    await 5 count_run 5; $as "$guard" kill --folder "$f" || fail "kill says $?"; none_left || fail "left: $(left)"
}
leaves_no_straggler_when_the_program_ends_by_itself() {
    run -- bash -c "setsid bash -c 'trap \"\" TERM; while :; do sleep 1; done # $tag' & exit 4"
    await 8 is_state ended; over; expect exit_status 4; expect reason exited; expect survivors 0
}
ends_the_program_when_its_wall_time_is_over() {
    run --wall-time 0.3 --grace 0.2 -- sh -c "trap '' TERM; while :; do sleep 1; done # $tag"
    await 8 is_state ended; over; expect reason wall-time
}
is_lost_when_the_guard_is_killed_and_takes_the_program_with_it() {
    local pid; run -- bash -c "setsid sleep $tag & exec sleep $tag"; await 5 count_run 2; await 5 guard_pid
    $as kill -KILL "$pid"; await 5 is_state lost; await 5 none_left
    $as "$guard" kill --folder "$f" || fail "kill of a lost run says $?"; is_state ended || fail "state is $(state)"
}
is_lost_after_a_reboot() {
    run -- sh -c "exec sleep $tag"; is_state running || fail "state is $(state)"
    cp "$f/claim" "$f/kept"; sed -i 's/"boot_id":"[^"]*"/"boot_id":"another"/' "$f/claim"
    is_state lost || fail "state is $(state)"; cat "$f/kept" > "$f/claim"; $as "$guard" kill --folder "$f"
}
runs_open_mpi() {
    run --chdir "$f" -- "$mpirun" -n 2 sh -c 'echo rank'; await 20 is_state ended
    expect exit_status 0; [ "$(grep -c rank "$f/out")" = 2 ] || fail "$(cat "$f/out" "$f/err")"
}
kills_stubborn_ranks_of_open_mpi() {
    ls /dev/shm > "$top/shm"
    run --grace 0.3 --chdir "$f" -- env OMPI_MCA_btl_vader_backing_directory="$f" "$mpirun" -n 2 "$stubborn" "$f/ready" "$tag"; await 20 test -e "$f/ready"
    count_run 5 || fail "the ranks and their children are not there"
    $as "$guard" kill --folder "$f" || fail "kill says $?"; none_left || fail "left: $(left)"; expect survivors 0
    ls /dev/shm | comm -13 "$top/shm" - | grep "vader_segment.*\.$owner\." && fail "a segment is left"; true
}
takes_the_programs_variables_from_its_input_and_shows_them_on_no_command_line() {
    printf 'CANARY=se cret\nline\0DESK=\0' | run --env-stdin -- sh -c "printf '%s|%s|%s' \"\$CANARY\" \"\${DESK-unset}\" \
        \"\$SLIPWAY_GUARD\"; exec sleep $tag"
    await 5 test -s "$f/out"; [ "$(sed '$s/|[^|]*$//' "$f/out")" = "$(printf 'se cret\nline|')" ] || fail "$(cat "$f/out")"
    grep -q '|[0-9]*\.[0-9]*$' "$f/out" || fail "no mark: $(cat "$f/out")"
    grep -qsa 'se cret' /proc/[0-9]*/cmdline && fail "it is on a command line"
    grep -qsa 'se cret' "/proc/$(field guard_pid)/environ" && fail "the guard has it"
    grep -rqsa 'se cret' "$f" --exclude=out && fail "it is in a file"; $as "$guard" kill --folder "$f" || fail "kill says $?"
}
lets_no_variable_take_the_place_of_its_mark() {
    printf 'SLIPWAY_GUARD=none\0' | run --env-stdin -- sh -c 'tr "\0" "\n" < /proc/$$/environ | grep ^SLIPWAY_GUARD='
    await 5 is_state ended; [ "$(cat "$f/out")" = "SLIPWAY_GUARD=$(field guard_pid).$(field guard_start)" ] || fail "$(cat "$f/out")"
}
refuses_wrong_options_and_claims_nothing() {
    local wrong; for wrong in "--frob 1" "--memory 0" "--memory 1.5" "--memory 9999999999999999999" "--grace -1" "--grace x" "--wall-time nan" \
        "--wall-time 1000000000" "--uid -1" "--uid 4294967295" "word"; do
        run $wrong -- true 2> "$top/said"; [ $? = 2 ] || fail "took $wrong"
        grep -qxF "slipway-guard: wrong option or value: ${wrong% *}; slipway-guard --help says how" "$top/said" || fail "$(cat "$top/said")"
    done
    for wrong in "--cpu-weight 10001" "--tmp a/b" "--cgroup rel" "--uid 5" "--gid 5"; do
        run $wrong -- true 2> "$top/said"; [ $? = 2 ] || fail "took $wrong"; done
    run 2> "$top/said"; [ $? = 2 ] || fail "ran nothing"
    is_state unclaimed || fail "state is $(state)"
}
refuses_variables_that_are_none_and_claims_nothing() {
    local text; for text in 'A=1' 'novalue\0' '=x\0' 'A=1\0\0'; do
        printf "$text" | run --env-stdin -- true 2>/dev/null; [ $? = 2 ] || fail "took $text"; done
    is_state unclaimed || fail "state is $(state)"
}
allows_no_core_dump_few_open_files_and_no_long_file() {
    run --file-size 2048 -- sh -c 'ulimit -c; ulimit -Hc; ulimit -Hf; [ $(ulimit -Hn) -le 65536 ] && echo few'
    await 5 is_state ended; [ "$(xargs < "$f/out")" = "0 0 4 few" ] || [ "$(xargs < "$f/out")" = "0 0 2 few" ] ||
        fail "$(cat "$f/out" "$f/err")"
}
ends_a_program_that_makes_a_long_file_were_it_sparse() {
    run --file-size 100000 --chdir "$f" -- truncate -s 1G long; await 5 is_state ended
    [ "$(field signal)$(field exit_status)" != 00 ] || fail "it ended well"
    [ "$(stat -c %s "$f/long" 2>/dev/null || echo 0)" -le 100000 ] || fail "the file has $(stat -c %s "$f/long") bytes"
}
kills_a_run_whose_folder_holds_too_much() {
    run --folder-bytes 2000000 --grace 60 --chdir "$f" -- sh -c "trap '' TERM; mkdir -p a/b; head -c 3000000 /dev/zero > a/b/c
        while :; do sleep 1; done # $tag"; await 10 is_state ended; over; expect reason quota
    [ "$(field max_rss_bytes)" -gt 0 ] || fail "it was not killed at once, but with the inner process when that was late"
    field error | grep -q '^the run folder held [23][0-9]* bytes$' || fail "error is: $(field error)"
}
counts_a_file_of_many_names_once_and_a_hole_not_at_all() {
    run --folder-bytes 3000000 --chdir "$f" -- sh -c "head -c 1500000 /dev/zero > a; ln a b; ln a c; truncate -s 1G d"
    await 10 is_state ended; expect reason exited; expect exit_status 0
}
goes_on_when_its_caller_is_killed_with_its_session() {
    setsid bash -c "f=$f extra='$extra' as='$as' guard=$guard; $(declare -f run)
        run -- sh -c 'while [ ! -e $f/gate ]; do sleep 0.05; done; echo done; exit 5 # $tag'; : > $top/called-$number
        kill -KILL 0" & wait $! 2>/dev/null
    [ -e "$top/called-$number" ] || fail "the caller did not get so far"; is_state running || fail "state is $(state)"
    $as touch "$f/gate"; await 5 is_state ended; expect exit_status 5; [ "$(cat "$f/out")" = done ] || fail "$(cat "$f/out")"
}
leaves_no_daemon_that_forked_twice_into_a_session_without_variables() {
    run --grace 0.3 -- bash -c "for i in 1 2 3; do (setsid env -i bash -c '(trap \"\" TERM HUP; setsid bash -c \"trap : TERM HUP
        mktemp $f/up.XXXXXX; while :; do sleep 1; done # $tag\" & ) & ' & ); done; exec sleep $tag"
    await 5 count_up 3; await 5 count_run 4; $as "$guard" kill --folder "$f" || fail "kill says $?"; none_left || fail "left: $(left)"
    expect reason killed; expect survivors 0
}
leaves_nothing_when_the_inner_process_is_killed() { # by root or by its own identity; the guard then ends the rest
    local pid inner; run -- bash -c "setsid env -i setsid bash -c 'trap : TERM; mktemp $f/up.XXXXXX
        while :; do sleep 1; done # $tag' & exec sleep $tag"
    await 5 count_up 1; await 5 count_run 2; await 5 guard_pid; inner=$(cat "/proc/$pid/task/$pid/children"); $as kill -KILL $inner
    await 8 is_state ended; over; expect survivors 0; expect signal 9
}
# --- with Open MPI ---
leaves_nothing_when_mpirun_is_killed() { # whose ranks, no MPI programs, would outlive it
    run --chdir "$f" -- "$mpirun" -n 4 bash -c "(trap '' TERM; setsid sleep $tag & ); trap '' TERM; touch $f/up.\$PMIX_RANK
        while :; do sleep 1; done # $tag"
    await 20 test -e "$f/up.3"; local pid; for pid in $(left); do
        grep -qsax "$(basename "$mpirun")\|$mpirun" <(tr '\0' '\n' 2>/dev/null < "/proc/$pid/cmdline" | head -1) && $as kill -KILL "$pid"; done
    await 10 is_state ended; over; expect signal 9; expect survivors 0; no_traces
}
keeps_the_status_of_an_abort_in_a_child_of_the_ranks() { # which the ranks that mpirun started are not
    run --chdir "$f" -- env OMPI_MCA_btl_vader_backing_directory="$f" "$mpirun" -n 2 \
        sh -c "'$stubborn' '$f/ready' $tag abort; exit \$?"
    await 30 is_state ended; over; expect reason exited; expect exit_status 9; expect survivors 0; no_traces
}
ends_an_mpirun_that_hangs_on_ranks_that_exit_at_once() { # Open MPI 4.1.4 does so, often but not always
    run --wall-time 2 --grace 0.5 --chdir "$f" -- "$mpirun" -n 32 /bin/true "$tag"; await 15 is_state ended
    case $(field reason) in exited | wall-time) ;; *) fail "reason is $(field reason)" ;; esac
    [ "$(field reason)" = exited ] || echo "  it did hang, and was ended"
    over; no_traces
}
# --- only root can drop to another identity ---
drops_to_the_identity_it_is_told() {
    chown $other:$other "$f"; run --uid $other --gid $other --chdir "$f" -- sh -c 'id -u; id -g; id -G; pwd'
    await 5 is_state ended; [ "$(xargs < "$f/out")" = "$other $other $other $f" ] || fail "$(cat "$f/out" "$f/err")"
}
gives_the_program_no_way_back_to_root() {
    chown $other:$other "$f"; run --uid $other --gid $other -- grep -E '^(CapEff|NoNewPrivs)' /proc/self/status; await 5 is_state ended
    [ "$(tr -s '\t\n' ' ' < "$f/out")" = "CapEff: 0000000000000000 NoNewPrivs: 1 " ] || fail "$(cat "$f/out")"
}
gives_the_outputs_to_the_identity_it_is_told() {
    chown $other:$other "$f"; run --uid $other --gid $other -- echo x; await 5 is_state ended; expect exit_status 0
    [ "$(stat -c '%u:%g %a' "$f/out" "$f/err" | uniq)" = "$other:$other 640" ] || fail "$(stat -c '%u:%g %a' "$f/out")"
}
creates_no_output_where_only_root_may() { # the run's identity has led a folder of the path elsewhere
    local kept=$top/kept-$number out err own=$f/files all=$f; mkdir -m 755 "$kept" "$own"; chown $other:$other "$own"
    setpriv --reuid $other --regid $other --clear-groups ln -s "$kept" "$own/sub"
    for out in out sub/out; do
        err=$([ $out = out ] && echo sub/err || echo err); f=$all/${out%/*}; mkdir "$f"
        "$guard" run --folder "$f" --stdout "$own/$out" --stderr "$own/$err" $extra --uid $other --gid $other -- echo x
        await 5 is_state ended; expect reason not-started; expect exit_status -1
        field error | grep -q "^cannot open $own/sub/...: Permission denied" || fail "error is: $(field error)"
    done
    f=$all; [ -z "$(ls -A "$kept")" ] || fail "root made $(ls -A "$kept")"
}
kills_stubborn_ranks_that_run_as_another_identity() {
    chown $other:$other "$f"; extra="$extra --uid $other --gid $other" owner=$other; kills_stubborn_ranks_of_open_mpi
}
# shellcheck source=native-kernels/tests/guard/guard-disk.bash
. "$(dirname "$0")/guard-disk.bash"

cases="reports_the_exit_status_and_the_output reports_the_signal_that_ended_the_program
keeps_the_order_and_takes_no_terminal_input returns_before_the_program_ends_and_closes_the_callers_pipes
says_why_a_missing_executable_did_not_start says_why_a_folder_cannot_be_entered
refuses_an_output_that_is_a_symbolic_link refuses_an_output_that_has_a_second_name
makes_no_missing_folder_of_an_output starts_nothing_in_a_claimed_folder lets_one_of_many_racing_runs_start
kills_before_the_run_and_the_run_never_starts
ends_nothing_half_when_a_kill_races_a_run is_lost_when_its_maker_died_right_after_the_claim
ends_a_program_on_term_within_its_grace
kills_a_program_that_ignores_term kills_children_in_other_sessions_that_ignore_term kills_a_tree_that_keeps_forking
leaves_no_straggler_when_the_program_ends_by_itself ends_the_program_when_its_wall_time_is_over
is_lost_when_the_guard_is_killed_and_takes_the_program_with_it is_lost_after_a_reboot
takes_the_programs_variables_from_its_input_and_shows_them_on_no_command_line
lets_no_variable_take_the_place_of_its_mark refuses_wrong_options_and_claims_nothing refuses_variables_that_are_none_and_claims_nothing
allows_no_core_dump_few_open_files_and_no_long_file ends_a_program_that_makes_a_long_file_were_it_sparse
kills_a_run_whose_folder_holds_too_much counts_a_file_of_many_names_once_and_a_hole_not_at_all
goes_on_when_its_caller_is_killed_with_its_session leaves_no_daemon_that_forked_twice_into_a_session_without_variables
leaves_nothing_when_the_inner_process_is_killed"
mpi_cases="runs_open_mpi kills_stubborn_ranks_of_open_mpi leaves_nothing_when_mpirun_is_killed
keeps_the_status_of_an_abort_in_a_child_of_the_ranks
ends_an_mpirun_that_hangs_on_ranks_that_exit_at_once"
root_cases="drops_to_the_identity_it_is_told gives_the_program_no_way_back_to_root
gives_the_outputs_to_the_identity_it_is_told creates_no_output_where_only_root_may
kills_stubborn_ranks_that_run_as_another_identity"

check() { # check HOW CASE
    local name=$2; bad=0; fresh
    export TMPDIR=$f HOME=$f
    unset OMPI_MCA_btl_vader_backing_directory
    [ $keeps_shm = no ] || export OMPI_MCA_btl_vader_backing_directory=$f
    $name
    if [ $bad = 0 ]; then passed=$((passed + 1)); echo "ok $name ($1)"; else
        failed=$((failed + 1)); echo "not ok $name ($1)"; cat "$f"/*.json "$f/err" 2>/dev/null; fi
    $as "$guard" kill --folder "$f" >/dev/null 2>&1
    mountpoint -q "$f" && umount -l "$f"
}
suite() { # suite HOW AS EXTRA CASES
    local how=$1 name; shift; as=$1; local given=$2; shift 2
    owner=$($as id -u)
    # Without a mount namespace the run has no private /dev/shm; then Open MPI is told to use the run folder.
    keeps_shm=$([ -n "$given" ] && echo yes || echo no)
    for name in "$@"; do extra=$given; check "$how" "$name"; done
}
as="" extra=""
# shellcheck disable=SC2086
if [ $root = yes ]; then
    in_namespace=$cases
    unshare --mount true 2>/dev/null || {
        echo "in a chroot: a namespace of processes has no /proc of its own, and the case that reads it does not apply"
        in_namespace=${cases/lets_no_variable_take_the_place_of_its_mark/}
    }
    suite "root" "" "" $in_namespace $mpi_cases $root_cases $disk_cases
    suite "root, no namespace" "" "--no-pid-namespace" $cases $mpi_cases $root_cases $disk_cases
    suite "user" "setpriv --reuid $other --regid $other --clear-groups" "" $cases $mpi_cases $disk_cases
    suite "user, no namespace" "setpriv --reuid $other --regid $other --clear-groups" "--no-pid-namespace" $cases $mpi_cases $disk_cases
else
    echo "no root: cases that drop to another identity or mount a disk do not apply: $root_cases $disk_cases"
    suite "user" "" "" $cases $mpi_cases
    suite "user, no namespace" "" "--no-pid-namespace" $cases $mpi_cases
fi
echo "guard: $passed passed, $failed failed"
[ $failed = 0 ]

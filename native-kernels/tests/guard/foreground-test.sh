#!/bin/bash
# Tests of runs that their caller waits for, and of runs on a cluster: --foreground and --cluster.
# usage: foreground-test.sh GUARD PROBE
# Each case is a function named as a sentence of behaviour. All runs belong to a user without rights: root's guard drops
# to that user, or the guard runs as that user. Cases that need root are listed as skipped without root.
set -u
# Root mounts a /run of its own for munge.
if [ "$(id -u)" = 0 ] && [ -z "${FOREGROUND_TEST_MOUNTS-}" ] && unshare --mount --propagation private true 2>/dev/null; then
    FOREGROUND_TEST_MOUNTS=private exec unshare --mount --propagation private "$0" "$@"
fi
# shellcheck source=native-kernels/tests/guard/runs.sh
. "$(dirname "$0")/runs.sh"
tag=1000.$$ # a time to sleep that is only in the command lines of these runs

# begin ARG...: starts a run in the foreground of a process in the background. $pid is the number of this process.
begin() { # shellcheck disable=SC2086
    $as "$guard" run --foreground --folder "$f" --stdout "$f/out" --stderr "$f/err" --grace 0.5 $drops --chdir "$f" "$@" 2> "$f/said" &
    pid=$!
}
finish() { status=0; wait "$pid" 2>/dev/null || status=$?; }
stay() { begin "$@"; finish; }
ends_with() { local expected=$1; shift; stay "$@"; [ $status = "$expected" ] || fail "status $status of $*: $(cat "$f/said")"; }
expect() { local got; got=$(field "$f" "$1"); [ "$got" = "$2" ] || fail "$1 is \"$got\", not \"$2\""; }
is_left() { echo "$tag" > "$top/tag"; grep -qsaF -f "$top/tag" /proc/[0-9]*/cmdline 2>/dev/null; }
none_left() { ! is_left; }
stubborn="trap '' TERM; : > ready; while :; do sleep $tag; done"

ends_with_the_status_that_a_shell_would_give() {
    ends_with 0 -- true; expect reason exited
    folder "$top"; ends_with 7 -- sh -c 'exit 7'; expect exit_status 7; [ ! -s "$f/said" ] || fail "said: $(cat "$f/said")"
    folder "$top"; ends_with 139 -- sh -c 'kill -SEGV $$'; expect signal 11
    folder "$top"; ends_with 127 -- /no/such/program; expect reason not-started
    grep -q "was ended (not-started): cannot start /no/such/program: No such file" "$f/said" || fail "said: $(cat "$f/said")"
    folder "$top"; ends_with 126 -- /etc/passwd; expect reason not-started
}
stays_until_the_last_process_of_the_run_has_ended() {
    begin -- bash -c "setsid bash -c 'trap \"\" TERM; : > ready; while :; do sleep $tag; done' & until [ -e ready ]; do sleep 0.02; done; exit 4"
    finish; [ $status = 4 ] || fail "status $status"; none_left || fail "it is left"; [ "$(field "$f" state)" = ended ] || fail "not ended"
}
ends_the_run_on_a_signal_and_records_who_sent_it() {
    local signal
    for signal in TERM INT; do
        folder "$top"; begin -- sh -c "$stubborn"; await 10 test -e "$f/ready"
        kill -$signal "$pid"; finish; none_left || fail "it is left"
        [ $status = 137 ] || fail "status $status"; expect reason killed; expect signal 9; expect survivors 0
        expect by "SIG$signal of process $$ (foreground-test) of user $(id -u)"
        grep -q "was ended (killed): SIG$signal of process $$ " "$f/said" || fail "said: $(cat "$f/said")"
    done
}
is_no_success_when_the_program_ends_well_because_it_is_told_to() {
    begin -- sh -c "trap 'exit 0' TERM; : > ready; while :; do sleep 0.05; done"; await 10 test -e "$f/ready"
    kill -TERM "$pid"; finish; [ $status = 143 ] || fail "status $status"; expect exit_status 0; expect reason killed
    folder "$top"; ends_with 143 --wall-time 0.2 -- sh -c "trap 'exit 0' TERM; while :; do sleep 0.05; done"; expect reason wall-time
}
# sleepers: the processes that sleep for this test. The guard's own command line has more words.
sleepers() {
    local of
    for of in /proc/[0-9]*; do
        [ "$(tr '\0' ' ' 2>/dev/null < "$of/cmdline")" != "sleep $tag " ] || echo "${of#/proc/}"
    done
}
sleeps() { [ -n "$(sleepers)" ]; }
sleeps_no_more() { ! sleeps; }
# Slurm signals the processes of a job in any order, so the program may be gone before the guard sees its own signal.
is_killed_on_a_cluster_although_the_program_got_the_signal_first() {
    begin --cluster -- sh -c ": > ready; exec sleep $tag"; await 10 test -e "$f/ready"; await 10 sleeps
    kill -STOP "$pid"; kill -TERM "$(sleepers)"; await 10 sleeps_no_more
    kill -TERM "$pid"; kill -CONT "$pid"; finish
    expect reason killed; expect signal 15; expect by "SIGTERM of process $$ (foreground-test) of user $(id -u)"
}
ends_when_kill_ends_it() {
    begin -- sh -c "$stubborn"; await 10 test -e "$f/ready"
    $as "$guard" kill --folder "$f" || fail "kill says $?"; finish
    [ $status = 137 ] || fail "status $status"; expect reason killed; none_left || fail "it is left"
}
goes_on_when_it_gets_signals_that_mean_nothing_to_it() {
    begin -- sh -c "$(gated "exit 3")"; await 10 test -e "$f/started.json"; kill -USR1 "$pid"; kill -USR2 "$pid"
    open_gate; finish; [ $status = 3 ] || fail "status $status"; expect reason exited
}
ends_the_run_when_its_caller_is_killed() {
    local caller; begin -- true; finish; folder "$top"
    # shellcheck disable=SC2016
    f=$f stubborn=$stubborn setsid bash -c '"$@" -- sh -c "$stubborn"; exit 0' bash $as "$guard" run --foreground --folder "$f" \
        --stdout "$f/out" --stderr "$f/err" --grace 0.5 $drops --chdir "$f" 2> "$f/said" &
    caller=$!; await 10 test -e "$f/ready"; kill -KILL $caller; wait $caller 2>/dev/null
    await 10 is_ended "$f"; expect reason killed; expect survivors 0; none_left || fail "it is left"
    expect by "the process that started slipway-guard has ended"
}
leaves_nothing_when_the_guard_is_killed() {
    begin -- sh -c "$stubborn"; await 10 test -e "$f/ready"; kill -KILL "$pid"; finish; await 10 none_left
    [ "$(field "$f" state)" = lost ] || fail "state is $(field "$f" state)"
}
starts_nothing_in_a_claimed_folder() {
    ends_with 0 -- sh -c 'echo once'; ends_with 3 -- sh -c 'echo twice'; [ "$(cat "$f/out")" = once ] || fail "$(cat "$f/out")"
    folder "$top"; $as "$guard" kill --folder "$f"; ends_with 3 -- sh -c 'echo on'; [ ! -e "$f/out" ] || fail "it ran"
}
takes_variables_and_keeps_no_descriptor_of_its_caller() {
    printf 'CANARY=se cret\0' > "$f/variables"
    # shellcheck disable=SC2016,SC2086
    $as "$guard" run --foreground --env-stdin --folder "$f" --stdout "$f/out" --stderr "$f/err" $drops --chdir "$f" -- \
        sh -c 'echo "$CANARY"; ls /proc/self/fd | xargs' 9< "$f/variables" < "$f/variables" || fail "status $?"
    [ "$(head -1 "$f/out")" = "se cret" ] || fail "$(cat "$f/out" "$f/said")"; [ "$(tail -1 "$f/out")" = "0 1 2 3" ] || fail "$(cat "$f/out")"
}
says_on_another_machine_where_the_guard_is() {
    local elsewhere="unshare --uts sh -c 'hostname another-host; exec \"\$@\"' sh"
    begin -- sh -c "$(gated exit 0)"; await 10 test -e "$f/started.json"
    eval "$elsewhere" '"$guard"' status --folder '"$f"' > "$top/status"
    grep -q '^{"state":"elsewhere",.*"host":' "$top/status" || fail "$(cat "$top/status")"
    eval "$elsewhere" '"$guard"' kill --folder '"$f"' 2> "$top/killed"; [ $? = 4 ] || fail "kill says otherwise"
    grep -qF "from here: its guard is on $(hostname)" "$top/killed" || fail "$(cat "$top/killed")"
    [ "$(field "$f" state)" = running ] || fail "state is $(field "$f" state)"
    open_gate; finish; [ $status = 0 ] || fail "status $status"
    eval "$elsewhere" '"$guard"' kill --folder '"$f"' || fail "kill of an ended run says $?"
}

keeps_the_network_of_the_machine_on_a_cluster_only() {
    local port server; beside_test "$top/probe" listen "$top/port-$number"; server=$!; await 10 test -s "$top/port-$number"; port=$(cat "$top/port-$number")
    ends_with 0 --cluster -- "$top/probe" connect "$port"; has network && fail "it has $(field "$f" isolation)"
    has processes && has ipc && has shm || fail "it has $(field "$f" isolation)"
    folder "$top"; ends_with 1 -- "$top/probe" connect "$port"; has network || fail "it has $(field "$f" isolation)"
    kill $server; wait $server 2>/dev/null
}
reaches_no_server_without_a_file_on_a_cluster() {
    local server; beside_test "$top/probe" listen-abstract "slipway-$$" > "$top/abstract"; server=$!; await 10 grep -q . "$top/abstract"
    [ "$("$top/probe" connect-abstract "slipway-$$")" = connected ] || fail "nobody reaches it"
    ends_with 1 --cluster -- "$top/probe" connect-abstract "slipway-$$"
    grep -qx "Operation not permitted" "$f/out" || fail "$(cat "$f/out")"
    folder "$top"; ends_with 0 --cluster -- sh -c "'$top/probe' listen-abstract own-$$ > own & until grep -q listens own; do sleep 0.02; done
        '$top/probe' connect-abstract own-$$"
    kill $server; wait $server 2>/dev/null
}
# start JOB COUNT ARG...: a start of a batch job of Slurm, in a process in the background. $pid is the number of this
# process.
start() {
    local job=$1 count=$2; shift 2; # shellcheck disable=SC2086
    SLURM_JOB_ID=$job SLURM_RESTART_COUNT=$count $as "$guard" run --foreground --cluster --again --folder "$f" --stdout "$f/out" \
        --stderr "$f/err" --grace 0.5 $drops --chdir "$f" "$@" 2> "$f/said" &
    pid=$!
}
started_with() { local expected=$1; shift; start "$@"; finish; [ $status = "$expected" ] || fail "status $status of start $*: $(cat "$f/said")"; }
cut_off() { start "$@" -- sh -c "echo first; : > ready-$2; while :; do sleep $tag; done"; await 10 test -e "$f/ready-$2"; kill -TERM "$pid"; finish; expect reason killed; }
lets_a_later_start_of_the_job_follow_one_that_was_cut_off() {
    cut_off 17 0; started_with 5 17 1 -- sh -c 'ls; echo second; exit 5'; expect reason exited; expect exit_status 5
    [ "$(tail -1 "$f/out")" = second ] && grep -q '^ready-0$' "$f/out" || fail "$(cat "$f/out")"
    [ "$(cat "$f/out.start-0")" = first ] && grep -q '"reason":"killed"' "$f/start-0/ended.json" || fail "$(ls "$f" "$f/start-0")"
    grep -q '"job":"17","start":1' "$f/claim" || fail "$(cat "$f/claim")"
}
lets_a_later_start_follow_a_guard_that_was_killed() {
    start 17 0 -- sh -c "$stubborn"; await 10 test -e "$f/ready"; kill -KILL "$pid"; finish
    started_with 0 17 2 -- sh -c 'echo second'; [ "$(cat "$f/out")" = second ] || fail "$(cat "$f/out")"; none_left || fail "it is left"
}
lets_two_later_starts_have_the_run_one_at_a_time() {
    local first; cut_off 17 0
    start 17 1 -- sh -c "$(gated echo second)"; first=$pid; await 10 test -e "$f/start-0/claim"; await 10 test -e "$f/started.json"
    start 17 2 -- sh -c 'echo third'; await 10 grep -qx slipway-guard "/proc/$pid/comm"; [ ! -e "$f/start-1" ] || fail "both have it"
    kill -TERM "$first"; wait "$first" 2>/dev/null; finish
    [ "$status $(cat "$f/out")" = "0 third" ] || fail "status $status: $(cat "$f/out" "$f/said")"; [ -e "$f/start-1/ended.json" ] || fail "$(ls "$f")"
}
lets_no_other_start_follow() {
    cut_off 17 1
    started_with 3 17 1 -- true; started_with 3 17 0 -- true; started_with 3 18 2 -- true; started_with 3 "" 2 -- true; started_with 3 17 x -- true
    ends_with 3 --cluster -- true; [ ! -e "$f/start-1" ] || fail "records were moved"
    folder "$top"; started_with 7 17 0 -- sh -c 'exit 7'; started_with 3 17 1 -- true
    folder "$top"; ends_with 7 --cluster -- sh -c 'exit 7'; started_with 3 17 1 -- true
    folder "$top"; $as "$guard" kill --folder "$f"; started_with 3 17 1 -- true
}
lets_nobody_follow_in_a_closed_folder() {
    cut_off 17 0; $as "$guard" close --folder "$f" || fail "close says $?"; started_with 3 17 1 -- true; expect reason killed
    folder "$top"; $as "$guard" close --folder "$f" || fail "close says $?"; started_with 3 17 0 -- touch ran; [ ! -e "$f/ran" ] || fail "it ran"
}

refuses_a_munge_that_is_not_for_a_cluster() {
    ends_with 2 --munge /run/munge/munge.socket.2 -- true; ends_with 2 --cluster --munge munge -- true
    [ "$(field "$f" state)" = unclaimed ] || fail "state is $(field "$f" state)"
}
# start_munge SOCKET: a daemon of munge at SOCKET, for the time of this test.
start_munge() {
    [ -s "$far/key" ] || { head -c 128 /dev/urandom > "$far/key"; chmod 600 "$far/key"; }
    beside_test munged --foreground --force --key-file="$far/key" --log-file="$far/munged.log" --pid-file="$far/munged.pid" \
        --seed-file="$far/seed" --socket="$1" 2> "$far/munged.err"
    munged=$!; await 10 munge -S "$1" -n -o /dev/null
}
end_munge() { kill $munged; wait $munged 2>/dev/null; }
has_credentials() { grep -q '^MUNGE:' "$f/out" && unmunge -S "$1" < "$f/out" | grep -q "^UID:.*($other)" || fail "$(cat "$f/out" "$f/err")"; }
shows_the_socket_of_munge_and_no_other() {
    mount -t tmpfs tmpfs /run; mkdir /run/munge /run/other; echo secret > /run/secret
    start_munge /run/munge/munge.socket.2
    beside_test python3 -c "import signal, socket
for name in ['/run/other/socket', '/run/munge/other']:
    kept = socket.socket(socket.AF_UNIX); kept.bind(name); kept.listen(); globals()[name] = kept
open('$top/bound', 'w').close(); signal.pause()"; local server=$!
    await 10 test -e "$top/bound"; folder "$far"
    ends_with 0 --cluster --tmp tmp -- munge -n; has_credentials /run/munge/munge.socket.2; has sockets || fail "it has $(field "$f" isolation)"
    folder "$far"; ends_with 0 --cluster --tmp tmp -- sh -c 'ls /run; [ ! -S /run/munge/other ] || echo other; touch /run/x 2>/dev/null && echo made; true'
    [ "$(cat "$f/out")" = munge ] || fail "it sees $(cat "$f/out")"
    folder "$far"; ends_with 6 --tmp tmp -- munge -n
    # A munge that starts again is seen by a run that began before.
    folder "$far"; begin --cluster --tmp tmp -- sh -c "$(gated exec munge -n)"; await 10 test -e "$f/started.json"
    end_munge; start_munge /run/munge/munge.socket.2; open_gate; finish; has_credentials /run/munge/munge.socket.2
    end_munge; kill $server; wait $server 2>/dev/null; umount -l /run; rm "$top/bound"
}
shows_the_socket_of_munge_where_the_operator_has_it() {
    mkdir -p "$far/munge"; chmod 755 "$far/munge"; start_munge "$far/munge/socket"; folder "$far"
    ends_with 0 --cluster --munge "$far/munge/socket" --tmp tmp -- munge -S "$far/munge/socket" -n; has_credentials "$far/munge/socket"
    folder "$far"; ends_with 6 --cluster --tmp tmp -- munge -S "$far/munge/socket" -n
    end_munge
}

# join ARG...: a guard of the run in $f as if on another host, in a process in the background. $joined is the number of
# this process.
join() { # shellcheck disable=SC2086
    $as "$guard" join --folder "$f" --grace 0.5 $drops "$@" > "$top/join-$number" 2>&1 &
    joined=$!
}
finish_join() { status=0; wait "$joined" 2>/dev/null || status=$?; }
joined_field() { sed -n "s/.*\"$2\":\"\{0,1\}\([^,\"}]*\).*/\1/p" "$f/hosts/$(hostname).$1/ended.json"; }
ends_the_parts_on_other_hosts_and_waits_for_their_records() {
    begin -- sh -c "$(gated exit 0)"; await 10 test -e "$f/started.json"
    join --tmp tmp -- sh -c "trap '' TERM; : > '$f/up'; while :; do sleep $tag; done"; await 10 test -e "$f/up"
    [ "$(stat -c %u "$f/hosts/$(hostname).0/tmp")" = "$other" ] || [ "$(id -u)" != 0 ] || fail "its /tmp is of $(stat -c %u "$f/hosts/$(hostname).0/tmp")"
    open_gate; finish; [ $status = 0 ] || fail "status $status: $(cat "$f/said")"; none_left || fail "it is left"
    expect reason exited; expect hosts_left ""; finish_join; [ $status = 137 ] || fail "join says $status"
    [ "$(joined_field 0 by)" = "the run is over on its first host" ] || fail "$(cat "$f/hosts/$(hostname).0/ended.json")"
    [ "$(joined_field 0 survivors)" = 0 ] || fail "$(cat "$f/hosts/$(hostname).0/ended.json")"
}
ends_the_parts_on_other_hosts_when_it_is_killed() {
    begin --grace 300 -- sh -c "trap 'exit 9' TERM; : > ready; while :; do sleep 0.05; done"; await 10 test -e "$f/ready"
    join --tmp tmp -- sh -c "trap '' TERM; : > '$f/up'; while :; do sleep $tag; done"; await 10 test -e "$f/up"
    kill -TERM "$pid"; finish; [ $status = 9 ] || fail "status $status"; none_left || fail "it is left"; expect hosts_left ""; finish_join
}
gives_each_part_a_folder_its_callers_outputs_and_its_own_status() {
    begin -- sh -c "$(gated exit 0)"; await 10 test -e "$f/started.json"
    join -- sh -c 'echo out; echo err >&2; exit 5'; finish_join; [ $status = 5 ] || fail "join says $status"
    [ "$(xargs < "$top/join-$number")" = "out err" ] || fail "$(cat "$top/join-$number")"
    join -- sh -c 'exit 6'; finish_join; [ $status = 6 ] || fail "join says $status"
    [ "$(joined_field 0 exit_status) $(joined_field 1 exit_status)" = "5 6" ] || fail "$(cat "$f"/hosts/*/ended.json)"
    open_gate; finish; expect hosts_left ""
}
counts_a_part_that_has_not_recorded_its_end_and_waits_for_no_dead_guard() {
    begin -- sh -c "$(gated exit 0)"; await 10 test -e "$f/started.json"
    join -- sh -c "cd '$f' && $stubborn"; await 10 test -e "$f/ready"; kill -KILL "$joined"; finish_join; await 10 none_left
    local began=$SECONDS; open_gate; finish; [ $status = 0 ] || fail "status $status"; expect hosts_left 1
    [ $((SECONDS - began)) -lt 10 ] || fail "it waited for $((SECONDS - began)) seconds"
    grep -q "^slipway-guard: 1 guards of the run in $f on other hosts have not recorded their end" "$f/said" || fail "$(cat "$f/said")"
}
joins_no_run_that_is_over_or_has_not_begun() {
    join -- sh -c 'echo on'; finish_join; [ $status = 1 ] || fail "join says $status"
    ends_with 0 -- true; join -- sh -c 'echo on'; finish_join; [ $status = 3 ] || fail "join says $status"
    grep -qx "slipway-guard: the run in $f is over; nothing was started" "$top/join-$number" || fail "$(cat "$top/join-$number")"
    [ ! -e "$f/hosts" ] || fail "it made a folder"
}
# The keys of the run's ssh are hidden on the other hosts too. Here the guard cannot hide them, for the program is said to
# need them. A run of another user cannot read them.
starts_nothing_that_could_read_the_keys_of_the_run() {
    local keys=$f-keys; mkdir "$keys"; : > "$keys/key"
    begin -- sh -c "$(gated exit 0)"; await 10 test -e "$f/started.json"
    join --hide "$f-none" -- sh -c 'echo on'; finish_join; [ "$status $(cat "$top/join-$number")" = "0 on" ] || fail "join says $status: $(cat "$top/join-$number")"
    join --hide "$keys" --needs "$keys" -- sh -c 'echo on'; finish_join
    if [ "${drops#*--uid}" != "$drops" ]; then
        [ $status = 0 ] || fail "join says $status: $(cat "$top/join-$number")"
    else
        [ $status = 126 ] || fail "join says $status: $(cat "$top/join-$number")"
        grep -q "cannot hide the folder $keys from the run" "$top/join-$number" || fail "$(cat "$top/join-$number")"
        ! grep -qx on "$top/join-$number" || fail "the program was started"
    fi
    open_gate; finish; [ $status = 0 ] || fail "status $status"; rm -r "$keys"
}

cases="ends_with_the_status_that_a_shell_would_give stays_until_the_last_process_of_the_run_has_ended
ends_the_run_on_a_signal_and_records_who_sent_it is_no_success_when_the_program_ends_well_because_it_is_told_to
is_killed_on_a_cluster_although_the_program_got_the_signal_first ends_when_kill_ends_it
goes_on_when_it_gets_signals_that_mean_nothing_to_it ends_the_run_when_its_caller_is_killed
leaves_nothing_when_the_guard_is_killed starts_nothing_in_a_claimed_folder
takes_variables_and_keeps_no_descriptor_of_its_caller
gives_each_part_a_folder_its_callers_outputs_and_its_own_status
counts_a_part_that_has_not_recorded_its_end_and_waits_for_no_dead_guard joins_no_run_that_is_over_or_has_not_begun
starts_nothing_that_could_read_the_keys_of_the_run refuses_a_munge_that_is_not_for_a_cluster"
namespace_cases="ends_the_parts_on_other_hosts_and_waits_for_their_records ends_the_parts_on_other_hosts_when_it_is_killed keeps_the_network_of_the_machine_on_a_cluster_only reaches_no_server_without_a_file_on_a_cluster"
# The guard of a batch job is the user of the run.
again_cases="lets_a_later_start_of_the_job_follow_one_that_was_cut_off lets_a_later_start_follow_a_guard_that_was_killed
lets_two_later_starts_have_the_run_one_at_a_time lets_no_other_start_follow lets_nobody_follow_in_a_closed_folder"
root_cases="says_on_another_machine_where_the_guard_is"
mount_cases="shows_the_socket_of_munge_and_no_other shows_the_socket_of_munge_where_the_operator_has_it"

to="--uid $other --gid $other"
# shellcheck disable=SC2086
if [ "$(id -u)" = 0 ]; then
    [ -z "$chroot" ] || { echo "in a chroot: cases that need private mounts do not apply: $mount_cases"; mount_cases=; }
    suite "root" "" "$to" "" $cases $namespace_cases $root_cases $mount_cases
    suite "root, no namespace" "" "$to" --no-pid-namespace $cases
    chown $other:$other "$top" "$far"
    suite "user" "setpriv --reuid $other --regid $other --clear-groups" "" "" $cases $again_cases ${chroot:-$namespace_cases $mount_cases}
    suite "user, no namespace" "setpriv --reuid $other --regid $other --clear-groups" "" --no-pid-namespace $cases
else
    echo "no root: cases that need it do not apply: $root_cases $mount_cases"
    suite "user" "" "" "" $cases $again_cases $namespace_cases
fi
echo "foreground: $passed passed, $failed failed"
[ $failed = 0 ]

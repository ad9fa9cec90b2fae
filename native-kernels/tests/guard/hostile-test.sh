#!/bin/bash
# Tests of attacks of a hostile program on slipway-guard, its limits and the machine.
# usage: hostile-test.sh GUARD HOSTILE
# Each case is a function named as a sentence of behaviour.
set -u
# shellcheck source=native-kernels/tests/guard/runs.sh
. "$(dirname "$0")/runs.sh"
quota() { await 15 is_ended "$f"; [ "$(field "$f" reason)" = quota ] || fail "reason is $(field "$f" reason)"; }
error_says() { field "$f" error | grep -q "$1" || fail "error is: $(field "$f" error)"; }
# A process beside the run, of the run's own user, until the end of the test.
beside() { beside_test setpriv --reuid "$owner" --regid "$owner" --clear-groups --pdeathsig KILL "$@"; }

makes_no_namespace_mount_key_or_call_that_the_filter_does_not_know() {
    run -- "$top/hostile" calls; await 10 is_ended "$f"
    [ "$(grep -c : "$f/out")" -ge 24 ] || fail "it did not come to the end: $(cat "$f/out")"
    grep -v '^clone3\|^io_uring_setup\|^a call of a later\|^unshare of x32' "$f/out" | grep -v ': Operation not permitted$' && fail "not refused"
    grep '^clone3\|^io_uring_setup\|^a call of a later\|^unshare of x32' "$f/out" | grep -v ': Function not implemented$' && fail "not unknown"
    true
}
still_starts_threads_and_processes() {
    run -- python3 -c 'import subprocess, threading; t = threading.Thread(target=print, args=("thread",)); t.start(); t.join()
subprocess.run(["echo", "process"])'; await 10 is_ended "$f"
    [ "$(xargs < "$f/out")" = "process thread" ] || [ "$(xargs < "$f/out")" = "thread process" ] || fail "$(cat "$f/out" "$f/err")"
}
has_no_descriptor_that_the_guards_caller_left_open() {
    echo secret > "$top/secret-$number"; chmod 600 "$top/secret-$number"; exec 7< "$top/secret-$number" 177< "$top/secret-$number"
    run -- sh -c 'ls /proc/$$/fd; ls -l /proc/$PPID/fd | grep secret; cat <&7'; exec 7<&- 177<&-
    await 10 is_ended "$f"; grep -q "secret\|^7$\|^177$" "$f/out" && fail "it has $(cat "$f/out")"; true
}
closes_no_file_of_its_own_where_the_caller_gave_no_streams() {
    run -- echo on <&- >&- 2>&-; said on
}
holds_no_key_of_its_callers_session() {
    local words; words=$("$top/hostile" keyed sh -c 'grep -c hostile-canary /proc/keys')
    [ "$words" = 1 ] || { fail "keys do not show here at all"; return; }
    # shellcheck disable=SC2086
    $as "$top/hostile" keyed "$guard" run --folder "$f" --stdout "$f/out" --stderr "$f/err" $drops -- \
        sh -c 'cut -d: -f1 /proc/keys; grep -c hostile-canary /proc/keys' || fail "run says $?"
    await 10 is_ended "$f"; [ "$(tail -n 1 "$f/out")" = 0 ] || fail "$(cat "$f/out" "$f/err")"
}
kills_no_process_that_only_speaks_of_its_mark() {
    local pid start innocent; run -- sleep 1000; await 5 grep -qs guard_start "$f/started.json"
    pid=$(field "$f" guard_pid); start=$(field "$f" guard_start)
    NOTE="I saw SLIPWAY_GUARD=$pid.$start" beside sleep 1000; innocent=$!
    await 5 grep -qsa "I saw SLIPWAY_GUARD" "/proc/$innocent/environ"
    $as kill -KILL "$pid"; await 5 is_lost; $as "$guard" kill --folder "$f" || fail "kill says $?"
    kill -0 "$innocent" || fail "it killed a process that is not its own"; kill "$innocent" 2>/dev/null
}
is_lost() { [ "$(field "$f" state)" = lost ]; }
leaves_no_core_even_where_the_machine_hands_cores_to_a_program() { # which a limit of 0 does not keep from it, and 1 does
    run -- sed -n 's/^Max core file size *\([^ ]*\) *\([^ ]*\) .*/\1 \2/p' /proc/self/limits; said "1 1"
    folder "$top"; run -- sh -c 'kill -SEGV $$'; await 10 is_ended "$f"
    [ "$(find "$f" -name 'core*' | wc -l)" = 0 ] || fail "a core is left"
}
has_what_it_holds_open_without_a_name_counted() {
    run --folder-bytes 2000000 -- "$top/hostile" hold "$f/tmp/file" 3000000; quota; error_says '^the run folder held [23][0-9]* bytes$'
}
has_what_it_keeps_mapped_without_a_name_counted() {
    run --folder-bytes 2000000 -- "$top/hostile" map "$f/tmp/file" 3000000; quota; error_says '^the run folder held [23][0-9]* bytes$'
}
has_what_is_under_way_in_a_socket_counted_as_too_much() {
    run --folder-bytes 2000000 -- "$top/hostile" fly "$f/tmp/file" 3000000; quota; error_says 'under way in a socket'
}
may_hand_on_descriptors_that_somebody_takes() { # however often the guard looks
    run --folder-bytes 2000000 -- python3 -c 'import os, socket, sys, time
ends = socket.socketpair()
print("hands on", flush=True)
while not os.path.exists(sys.argv[1]):
    socket.send_fds(ends[0], [b"x"], [1])
    for fd in socket.recv_fds(ends[1], 1, 1)[1]: os.close(fd)
    time.sleep(0.001)' "$f/gate"
    await 10 grep -qs hands "$f/out"; await_measures 3; open_gate
    await 20 is_ended "$f"; [ "$(field "$f" reason)" = exited ] || fail "reason is $(field "$f" reason): $(field "$f" error)"
}
hides_no_file_from_a_guard_of_its_own_user() {
    run --folder-bytes 2000000 -- "$top/hostile" shut "$f/tmp/file" 3000000; quota
}
hides_no_file_in_a_folder_that_shows_names_alone() {
    run --folder-bytes 2000000 -- sh -c "cd $f/tmp; mkdir shut; head -c 3000000 /dev/zero > shut/file; chmod 0400 shut; exec sleep 1000"; quota
}
hides_no_bytes_behind_names_outside_of_its_folder() {
    local out=$top/outside-$number; mkdir -m 777 "$out"
    run --folder-bytes 2000000 -- sh -c "cd $f/tmp; head -c 3000000 /dev/zero > file; i=0
        while [ \$i -lt 9 ]; do ln file $out/\$i; i=\$((i + 1)); done; echo linked; exec sleep 1000"
    quota; error_says '^the run folder held [23][0-9]* bytes$'
}
counts_a_file_of_two_names_once() {
    run --folder-bytes 3000000 -- sh -c "cd $f/tmp; head -c 2000000 /dev/zero > a; ln a b; exec 5< a; echo made; $(gated)"
    await 10 grep -qs made "$f/out"; await_measures 1; open_gate
    await 10 is_ended "$f"; [ "$(field "$f" reason)" = exited ] || fail "reason is $(field "$f" reason): $(field "$f" error)"
}
makes_no_more_files_than_it_may() {
    run --folder-entries 500 -- sh -c "cd $f/tmp; seq 1000 | xargs touch; exec sleep 1000"
    quota; error_says '^the run folder held more than 500 files and folders'
    folder "$top"; run --folder-entries 500 -- sh -c "cd $f/tmp; seq 100 | xargs touch"
    await 10 is_ended "$f"; [ "$(field "$f" reason)" = exited ] || fail "reason is $(field "$f" reason)"
}
# The guard is stopped, without a running measure, from before the program passes the gate until the run has ended. So
# only the last measure can see the program's work, and the program ends without a kill. The program starts when the
# guard says so, before the stop.
ends_unseen() {
    local pid inner; await 5 grep -qs guard_start "$f/started.json"; pid=$(field "$f" guard_pid); inner=$(children "$pid" | head -n 1)
    await 10 has_children "$inner"; await 10 stops_between_measures "$pid"; open_gate; await 10 is_in "$inner" Z; $as kill -CONT "$pid"
}
has_children() { children "$1" > /dev/null; }
children() { tr ' ' '\n' < "/proc/$1/task/$1/children" | grep .; }
is_in() { grep -qs "^State:	$2" "/proc/$1/status"; }
stops_between_measures() {
    $as kill -STOP "$1"; await 10 is_in "$1" T; [ "$(children "$1" | wc -l)" != 1 ] || return 0
    $as kill -CONT "$1"; return 1
}
has_its_folder_measured_when_it_ends() {
    run --folder-entries 500 -- sh -c "$(gated "cd $f/tmp; seq 1000 | xargs touch; exit 3")"; ends_unseen
    quota; error_says '^the run folder held more than 500 files and folders'; [ "$(field "$f" exit_status)" = 3 ] || fail "the exit status is lost"
    folder "$top"; run --folder-bytes 2000000 -- sh -c "$(gated "head -c 3000000 /dev/zero > $f/tmp/file")"; ends_unseen
    quota; error_says '^the run folder held [23][0-9]* bytes$'; [ "$(field "$f" exit_status)" = 0 ] || fail "the exit status is lost"
}
# Three servers listen: where all do, in a folder of their own, and in /tmp.
listen_by_name() {
    local path; sockets=
    for path in "$([ -w /run ] && echo /run || echo "$far")/slipway-$$.$number" "$far/socket.$number" "/tmp/slipway-$$.$number"; do
        beside_test "$top/hostile" listen "$path"; sockets="$sockets $path"; await 5 test -S "$path"
        await 5 connects "$path"
    done
}
connects() { [ "$(setpriv --reuid "$owner" --regid "$owner" --clear-groups "$top/hostile" connect "$1")" = "connect: done" ]; }
reaches_no_server_by_the_name_of_its_socket() {
    local path; listen_by_name; folder "$far"
    run --tmp tmp --needs "$far/hostile" -- sh -c "for path in $sockets; do $far/hostile connect \$path; done"; await 10 is_ended "$f"
    [ "$(grep -c '^connect: ' "$f/out")" = 3 ] || fail "it did not try: $(cat "$f/out" "$f/err")"
    grep 'done$' "$f/out" && fail "it is connected"; has sockets || fail "it has $(field "$f" isolation)"
    folder "$top"; run --tmp tmp -- sh -c "for path in $sockets; do $top/hostile connect \$path; done"; await 10 is_ended "$f"
    grep 'done$' "$f/out" && fail "it is connected from below /tmp"; has sockets && fail "it has $(field "$f" isolation)"
    for path in $sockets; do rm -f "$path"; done
}
reaches_no_server_that_begins_to_listen_again() {
    local server at=$far/servers-$number; mkdir -m 777 "$at"; folder "$far"
    beside_test "$top/hostile" listen "$at/socket"; server=$!; await 5 connects "$at/socket"
    run --tmp tmp --needs "$far/hostile" -- sh -c "$(gated "$far/hostile connect $at/socket")"
    await 5 grep -qs guard_start "$f/started.json"; kill "$server"; rm "$at/socket"
    beside_test "$top/hostile" listen "$at/socket"; await 5 connects "$at/socket"; open_gate
    await 10 is_ended "$f"; grep '^connect: No such' "$f/out" || fail "it says $(cat "$f/out" "$f/err")"
}
claims_no_sockets_where_a_server_listens_by_a_relative_name() {
    local at=$far/near-$number; mkdir -m 777 "$at"; folder "$far"
    beside_test sh -c 'cd "$1" && exec "$2" listen socket' sh "$at" "$top/hostile"; relative=$!; await 5 connects "$at/socket"
    run --tmp tmp --needs "$far/hostile" -- true; await 10 is_ended "$f"; kill "$relative"
    has sockets && fail "it has $(field "$f" isolation)"; true
}
reaches_sockets_of_its_own() {
    folder "$far"
    run --tmp tmp --needs "$far/hostile" -- sh -c "$far/hostile listen /tmp/own & until [ -S /tmp/own ]; do sleep 0.02; done
        until $far/hostile connect $f/tmp/own | grep done; do sleep 0.02; done; kill \$!"; said "connect: done"
}
takes_no_more_terminals_than_its_share() {
    run -- python3 -c 'import os
opened = []
try:
    while len(opened) < 400: opened.append(os.openpty())
except OSError: pass
print(len(opened))'; said 256
}
memory() { await 20 is_ended "$f"; [ "$(field "$f" reason)" = memory ] || fail "reason is $(field "$f" reason): $(field "$f" error)"; }
ends_when_its_processes_together_have_too_much_memory() {
    run --memory 200000000 -- sh -c "$top/hostile eat 120000000 & $top/hostile eat 120000000 & wait"
    memory; error_says "^the run's processes had 2[0-9]* bytes of memory$"
}
has_memory_that_its_processes_share_counted_once() {
    run --memory 200000000 -- python3 -c 'import os, sys, time
shared = bytearray(b"x") * 120000000
os.fork(); os.fork(); print("shares", flush=True)
while not os.path.exists(sys.argv[1]): time.sleep(0.02)' "$f/gate"
    await 20 all_share; await_measures 2; open_gate
    await 20 is_ended "$f"; [ "$(field "$f" reason)" = exited ] || fail "reason is $(field "$f" reason): $(field "$f" error)"
}
all_share() { # the words of two processes may stand on one line: Python writes the line's end apart
    [ "$(grep -o shares "$f/out" | wc -l)" = 4 ]
}
has_files_in_memory_without_a_name_counted() {
    run --memory 50000000 -- "$top/hostile" memfd 150000000; memory; error_says "^the run's processes had [0-9]* bytes of memory$"
}
has_segments_of_system_v_that_it_does_not_map_counted() { # where it has none of its own, it makes none that are counted with nobody
    run --memory 50000000 -- "$top/hostile" segments 150000000
    await 20 is_ended "$f"; has ipc || { said "segment: Operation not permitted"; return; }
    memory; error_says "^the run's processes had [0-9]* bytes of memory$"
}
holds_in_shared_memory_no_more_than_its_memory() {
    run --memory 50000000 --folder-bytes 500000000 -- sh -c 'head -c 150000000 /dev/zero > /dev/shm/a; wc -c < /dev/shm/a; df -B 1 --output=size /dev/shm | tail -n 1'
    await 20 is_ended "$f"; [ "$(head -n 1 "$f/out")" -le 50003968 ] || fail "it has $(cat "$f/out")"
}
has_shared_memory_counted_with_its_own() { # 40 MB of each, of 60 MB
    run --memory 60000000 -- sh -c "head -c 40000000 /dev/zero > /dev/shm/a; exec $top/hostile memfd 40000000"; memory
}
gets_no_memory_at_once_that_is_far_above_its_bound() {
    run --memory 200000000 -- "$top/hostile" eat 900000000; said "memory: Cannot allocate memory"
    folder "$top"; run --process-memory 300000000 -- "$top/hostile" eat 400000000; said "memory: Cannot allocate memory"
}
starts_no_more_processes_than_it_may() {
    run --processes 20 -- python3 -c 'import os, time
children = 0
try:
    while children < 60:
        if os.fork() == 0: time.sleep(60)
        children += 1
except OSError: pass
print(10 < children < 20)'; said True
}
# --- groups of the kernel (cgroup v2): the groups that root can make on this machine ---
group_top=$(awk '$3 == "cgroup2" { print $2; exit }' /proc/mounts)
make_group() { group=$group_top/slipway-test-$$-$number; mkdir "$group" 2>/dev/null || fail "no group can be made"; }
groups_in() { find "$group" -mindepth 1 -type d | wc -l; }
lives_in_a_group_of_its_own_that_goes_with_it() {
    make_group; run --cgroup "$group" --processes 50 --cpu-weight 200 -- sh -c "cat /proc/self/cgroup; $(gated)"
    await 10 grep -qs :: "$f/out"; in_group 1 || fail "its group is empty"; open_gate
    await 10 is_ended "$f"; grep -q "::.*slipway-test-$$-$number/run-" "$f/out" || fail "it is in $(cat "$f/out")"
    [ "$(groups_in)" = 0 ] || fail "its group is left"; rmdir "$group"
}
leaves_nothing_in_its_group_when_its_guard_is_killed() { # not even what hides its mark, and is no child of the guard any more
    make_group; run --cgroup "$group" -- sh -c 'env -i setsid setsid sleep 1000 & exec sleep 1000'; await 10 in_group 2
    $as kill -KILL "$(field "$f" guard_pid)"; await 5 is_lost; $as "$guard" kill --folder "$f" || fail "kill says $?"
    [ "$(groups_in)" = 0 ] || fail "left: $(cat "$group"/run-*/cgroup.procs)"; rmdir "$group"
}
in_group() { [ "$(cat "$group"/run-*/cgroup.procs 2>/dev/null | wc -l)" -ge "$1" ]; }
cannot_change_a_group_of_its_own_user() {
    local as; mkdir "$group_top/slipway-test-$$-$number"; group=$group_top/slipway-test-$$-$number; mkdir "$group/home"
    chown -R $other "$group"; printf '#!/bin/sh\necho $$ > %s/home/cgroup.procs; exec setpriv --reuid %s --regid %s --clear-groups "$@"\n' \
        "$group" $other $other > "$top/at-home"; chmod 755 "$top/at-home"; as=$top/at-home
    run --cgroup "$group" -- sh -c "cat /proc/self/cgroup; echo \$\$ > $group/home/cgroup.procs; cat /proc/self/cgroup"; as=
    await 10 is_ended "$f"; [ "$(grep -c '::.*/run-' "$f/out")" = 2 ] || fail "it left: $(cat "$f/out" "$f/err")"
    rmdir "$group/home" "$group"
}
says_that_a_group_cannot_be_made() {
    run --cgroup /no/such/group -- true; await 5 is_ended "$f"; error_says '^cannot make a group in --cgroup /no/such/group: No such'
}
own_group_cases=cannot_change_a_group_of_its_own_user
group_cases="lives_in_a_group_of_its_own_that_goes_with_it leaves_nothing_in_its_group_when_its_guard_is_killed"
if [ ! -w "${group_top:-/none}" ]; then
    echo "no group of cgroup v2 can be made here: cases that need one do not apply: $group_cases $own_group_cases"; group_cases='' own_group_cases=''
fi
namespace_cases="holds_in_shared_memory_no_more_than_its_memory has_shared_memory_counted_with_its_own starts_no_more_processes_than_it_may reaches_no_server_by_the_name_of_its_socket reaches_no_server_that_begins_to_listen_again
claims_no_sockets_where_a_server_listens_by_a_relative_name reaches_sockets_of_its_own takes_no_more_terminals_than_its_share"
cases="ends_when_its_processes_together_have_too_much_memory has_memory_that_its_processes_share_counted_once
gets_no_memory_at_once_that_is_far_above_its_bound says_that_a_group_cannot_be_made makes_no_namespace_mount_key_or_call_that_the_filter_does_not_know still_starts_threads_and_processes
has_no_descriptor_that_the_guards_caller_left_open closes_no_file_of_its_own_where_the_caller_gave_no_streams
kills_no_process_that_only_speaks_of_its_mark leaves_no_core_even_where_the_machine_hands_cores_to_a_program
has_what_it_holds_open_without_a_name_counted has_what_it_keeps_mapped_without_a_name_counted
has_files_in_memory_without_a_name_counted has_segments_of_system_v_that_it_does_not_map_counted
has_what_is_under_way_in_a_socket_counted_as_too_much may_hand_on_descriptors_that_somebody_takes
hides_no_file_from_a_guard_of_its_own_user hides_no_file_in_a_folder_that_shows_names_alone
hides_no_bytes_behind_names_outside_of_its_folder counts_a_file_of_two_names_once makes_no_more_files_than_it_may
has_its_folder_measured_when_it_ends"
# A user can always see the user's own keys; the calls that use keys are denied.
root_cases="holds_no_key_of_its_callers_session"

to="--uid $other --gid $other"
mount_cases="holds_in_shared_memory_no_more_than_its_memory has_shared_memory_counted_with_its_own
reaches_no_server_by_the_name_of_its_socket reaches_no_server_that_begins_to_listen_again reaches_sockets_of_its_own
takes_no_more_terminals_than_its_share"
of_user=$namespace_cases
if [ -n "$chroot" ]; then
    echo "in a chroot: cases that need mounts do not apply, and for a user none that needs a namespace: $namespace_cases"
    of_user='' namespace_cases=$(without "$namespace_cases" "$mount_cases")
fi
[ -z "${ONLY-}" ] || of_user='' cases=$ONLY namespace_cases= root_cases=
# shellcheck disable=SC2086
if [ "$(id -u)" = 0 ]; then
    owner=$other
    suite "root" "" "$to" "" $namespace_cases $cases $root_cases $group_cases
    suite "root, no namespace" "" "$to" --no-pid-namespace $cases $root_cases $group_cases
    chown $other:$other "$top" "$far"
    suite "user" "setpriv --reuid $other --regid $other --clear-groups" "" "" $of_user $cases $own_group_cases
    suite "user, no namespace" "setpriv --reuid $other --regid $other --clear-groups" "" --no-pid-namespace $cases
else
    echo "no root: cases that need it do not apply: $root_cases"
    owner=$(id -u)
    suite "user" "" "" "" $of_user $cases
fi
echo "hostile: $passed passed, $failed failed"
[ $failed = 0 ]

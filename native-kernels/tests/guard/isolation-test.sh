#!/bin/bash
# Tests of the private parts of a run under slipway-guard, and of its isolation from others.
# usage: isolation-test.sh GUARD PROBE MPIRUN
# Each case is a function named as a sentence of behaviour. All runs belong to a user without rights: root's guard drops
# to that user, or the guard runs as that user. Cases that need root are listed as skipped without root.
set -u
mpirun=$3
# shellcheck source=native-kernels/tests/guard/runs.sh
. "$(dirname "$0")/runs.sh"
refuses() { [ "$("$top/probe" connect "$1")" = "Connection refused" ] || fail "another process is connected to port $1"; }

lets_nobody_else_connect_to_what_it_listens_on() {
    local port first=$f
    run -- sh -c "$top/probe listen port & until [ -s port ]; do sleep 0.02; done; $top/probe connect \$(cat port); wait"
    await 10 grep -qsx connected "$f/out"; port=$(cat "$f/port"); refuses "$port"
    folder "$top"; run -- "$top/probe" connect "$port"; said "Connection refused"; "$guard" kill --folder "$first"
}
lets_nobody_else_connect_to_its_mpirun() {
    local port
    run -- env TMPDIR="$f/tmp" HOME="$f/tmp" "$mpirun" -n 2 sh -c "echo \"\$PMIX_SERVER_URI2\"
        $top/probe connect \${PMIX_SERVER_URI2##*:}; $(gated)"
    await 20 grep -qsx connected "$f/out"; port=$(sed -n 's/.*tcp4:.*:\([0-9]*\)$/\1/p' "$f/out" | head -1)
    [ -n "$port" ] || fail "mpirun listens nowhere: $(cat "$f/out")"; refuses "$port"; open_gate; await 20 is_ended "$f"
}
has_no_network_but_its_loopback() {
    run -- sed -n 's/^ *\([a-z0-9]*\):.*/\1/p' /proc/net/dev; said lo; has network || fail "it has $(field "$f" isolation)"
}
leaves_no_segment_semaphore_or_queue_of_system_v() {
    run -- sh -c "ipcmk -M $tag -S 7 -Q >&2; ipcs -m | grep -c ' $tag '"; said 1
    ipcs -m | grep " $tag " && fail "the segment is left"; has ipc || fail "it has $(field "$f" isolation)"
}
holds_in_shared_memory_no_more_than_in_its_folder() {
    run --folder-bytes 1024000 -- sh -c 'head -c 900000 /dev/zero > /dev/shm/a; head -c 900000 /dev/zero > /dev/shm/b
        echo $(($(cat /dev/shm/a /dev/shm/b | wc -c) / 102500))'
    said 9; has shm || fail "it has $(field "$f" isolation)"
}
keeps_to_a_tmp_of_its_own() {
    folder "$far"; run --tmp tmp --needs "$far/probe" -- sh -c "echo 1 > /tmp/$tag; echo 2 >> /var/tmp/$tag; cat /tmp/$tag; ls $far/probe"
    said "1
2
$far/probe"; has tmp || fail "it has $(field "$f" isolation)"; [ "$(cat "$f/tmp/$tag")" = "1
2" ] || fail "it is not in the run folder"
    ls /tmp/$tag /var/tmp/$tag 2>/dev/null && fail "it is left"; true
}
still_sees_itself_below_tmp() {
    run --tmp tmp -- ls "$top/probe"; said "$top/probe"; has tmp && fail "it has $(field "$f" isolation)"
    folder "$far"; run --tmp tmp -- "$top/probe" lease file; await 10 is_ended "$f"; [ "$(field "$f" exit_status)" = 0 ] || fail "$(cat "$f/err")"
    folder "$far"; run --tmp tmp --needs "$top/probe" --needs "$far/probe" -- ls "$top/probe"; said "$top/probe"
    folder "$far"; ln -s "$top" "$f/way"; run --tmp tmp --needs "$f/way/probe" -- ls "$f/way/probe"; said "$f/way/probe"
}
follows_no_link_for_its_tmp() {
    folder "$far"; rmdir "$f/tmp"; ln -s /etc "$f/tmp"; run --tmp tmp -- ls /tmp/passwd; await 10 is_ended "$f"
    [ ! -s "$f/out" ] || fail "/etc was mounted"; has tmp && fail "it has $(field "$f" isolation)"; true
}
refuses_leases_by_which_its_files_would_block_others() {
    local gates="plain high_bits delegation"; [ "$(uname -m)" != x86_64 ] || gates="$gates x32 i386"
    run -- "$top/probe" lease file; await 10 is_ended "$f"
    [ "$(cut -d: -f1 "$f/out" | tr ' ' _ | xargs)" = "$gates" ] || fail "$(cat "$f/out" "$f/err")"
    grep -v 'Operation not permitted$\|Function not implemented$' "$f/out" && fail "not refused"
    grep -q '^plain: leased' <("$top/probe" lease "$top/mine-$number") || fail "leases do not work here at all"
}
is_the_first_to_go_when_memory_is_short() { run -- cat /proc/self/oom_score_adj; said 1000; }
gains_nothing_by_a_set_user_id_bit() {
    cp /usr/bin/id "$f/id"; chmod 4755 "$f/id"; run -- "$f/id" -u; said $other
    [ "$(setpriv --reuid $other --regid $other --clear-groups "$f/id" -u)" = 0 ] || fail "the bit does not work here at all"
}
has_a_most_of_processes() { run -- bash -c 'ulimit -Hu'; [ "$(ulimit -Hu)" != unlimited ] && [ "$(ulimit -Hu)" -lt 4096 ] || said 4096; }
goes_on_without_a_network_where_the_kernel_refuses_one() {
    local drops="" as="unshare --user --map-root-user"; folder "$top"
    # shellcheck disable=SC2016
    $as sh -c 'echo 0 > /proc/sys/user/max_net_namespaces; exec "$@"' sh "$guard" run --folder "$f" --stdout "$f/out" \
        --stderr "$f/err" -- echo on || fail "run says $?"
    as=""; said on; [ "$(field "$f" isolation)" = "processes ipc shm" ] || fail "it has $(field "$f" isolation)"
}

# A machine that hides a part of /proc, as containers do. The kernel then allows no private /proc in a user namespace.
says_that_processes_are_apart_only_where_they_are() {
    local drops=""; folder "$top"; chown $other:$other "$f"
    as="unshare --mount sh -c 'mount -t tmpfs tmpfs /proc/tty && exec setpriv --reuid $other --regid $other --clear-groups \"\$@\"' sh"
    eval "$as" '"$guard"' run --folder '"$f"' --stdout '"$f/out"' --stderr '"$f/err"' -- sh -c "'ls -d /proc/[0-9]* | wc -l'" ||
        fail "run says $?"
    as=""; await 10 is_ended "$f"; has processes && fail "it has $(field "$f" isolation), and sees $(cat "$f/out") processes"
    [ "$(cat "$f/out")" -gt 3 ] || fail "it sees $(cat "$f/out") processes"; has network || fail "it has $(field "$f" isolation)"
}

namespace_cases="lets_nobody_else_connect_to_what_it_listens_on lets_nobody_else_connect_to_its_mpirun
has_no_network_but_its_loopback leaves_no_segment_semaphore_or_queue_of_system_v
holds_in_shared_memory_no_more_than_in_its_folder keeps_to_a_tmp_of_its_own"
cases="still_sees_itself_below_tmp follows_no_link_for_its_tmp refuses_leases_by_which_its_files_would_block_others
is_the_first_to_go_when_memory_is_short"
root_cases="gains_nothing_by_a_set_user_id_bit has_a_most_of_processes starts_isolated_or_not_at_all
goes_on_without_a_network_where_the_kernel_refuses_one says_that_processes_are_apart_only_where_they_are"

starts_isolated_or_not_at_all() {
    run --isolated -- echo on; said on
    folder "$top"; "$guard" run --folder "$f" --stdout "$f/out" --stderr "$f/err" $drops --isolated --no-pid-namespace -- touch "$f/ran"
    await 10 is_ended "$f"; [ ! -e "$f/ran" ] || fail "it ran without namespaces"
    grep -q 'isolated: the kernel does not give' "$f/ended.json" || fail "$(cat "$f"/*.json)"
    folder "$top"; "$guard" run --folder "$f" --stdout "$f/out" --stderr "$f/err" --isolated -- touch "$f/ran"
    await 10 is_ended "$f"; [ ! -e "$f/ran" ] || fail "it ran as the guard's own user"
}
# A process in a chroot gets no user namespace, and no private mounts in any namespace.
says_what_a_chroot_keeps_from_it() {
    run -- true; await 10 is_ended "$f"; [ "$(field "$f" isolation)" = "$of_chroot" ] || fail "it has $(field "$f" isolation)"
}
mount_cases="holds_in_shared_memory_no_more_than_in_its_folder keeps_to_a_tmp_of_its_own
goes_on_without_a_network_where_the_kernel_refuses_one says_that_processes_are_apart_only_where_they_are"
of_chroot=

to="--uid $other --gid $other"
if [ -n "$chroot" ]; then
    echo "in a chroot: cases that need mounts do not apply, and for a user none that needs a namespace: $mount_cases" $namespace_cases
    of_chroot="ipc network"
fi
# shellcheck disable=SC2086
if [ "$(id -u)" = 0 ]; then
    suite "root" "" "$to" "" $(without "$namespace_cases $cases $root_cases" "${chroot:+$mount_cases}") ${chroot:+says_what_a_chroot_keeps_from_it}
    suite "root, no namespace" "" "$to" --no-pid-namespace $cases gains_nothing_by_a_set_user_id_bit has_a_most_of_processes
    chown $other:$other "$top" "$far"
    of_chroot=""
    suite "user" "setpriv --reuid $other --regid $other --clear-groups" "" "" $(without "$namespace_cases $cases" "${chroot:+$namespace_cases}") ${chroot:+says_what_a_chroot_keeps_from_it}
else
    echo "no root: cases that need it do not apply: $root_cases"
    suite "user" "" "" "" $namespace_cases $cases
fi
echo "isolation: $passed passed, $failed failed"
[ $failed = 0 ]

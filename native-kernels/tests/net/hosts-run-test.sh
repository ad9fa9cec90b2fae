#!/usr/bin/env bash
# Tests of runs of slipway-guard on several hosts by ssh, on hosts made of namespaces.
# usage: hosts-run-test.sh GUARD STUBBORN_MPI MPIRUN MPI_PROBE
# Each case is a function named as a sentence of behaviour. Ends with 77 if such hosts, or a server of ssh, are not
# available. `start` and `start_mpich` show all that a caller needs: the options of the guard, mpirun's arguments and its
# environment.
set -u
unset LD_PRELOAD # a library of the build, which is not on the other hosts
mpirun=$3
if [ -z "${HOSTS_TEST_FOLDER:-}" ]; then
    [ -x /usr/sbin/sshd ] && command -v ssh >/dev/null || { echo "there is no sshd, or no ssh (Debian: openssh-server, openssh-client)"; exit 77; }
    [ "$EUID" = 0 ] || { echo "sshd of a host made of namespaces needs root"; exit 77; }
    # Not below /tmp, which a run has privately.
    HOSTS_TEST_FOLDER=$(mktemp -d /var/lib/slipway-hosts-test.XXXXXX)
    export HOSTS_TEST_FOLDER
    trap 'rm -rf "$HOSTS_TEST_FOLDER"' EXIT
    chmod 755 "$HOSTS_TEST_FOLDER"
    "$(dirname "$0")/four-hosts.sh" --hosts 3 timeout -k 5 1700 bash "$0" "$@"
    exit $?
fi
top=$HOSTS_TEST_FOLDER tests=$(cd "$(dirname "$0")/.." && pwd)
cd "$top" || exit 1
cp "$1" slipway-guard && cp "$2" stubborn-mpi && cp "$4" mpi-probe && cp /bin/sleep stubborn-mpi.sleep &&
    chmod 755 slipway-guard stubborn-mpi mpi-probe stubborn-mpi.sleep || exit 1
guard=$top/slipway-guard stubborn=$top/stubborn-mpi other=$((2000000000 + $$)) number=0 failed=0 passed=0
fail() { echo "  FAILED: $*"; bad=1; }

# The operator's side: a folder that only the service reads, with the settings of ssh and a key; on each host a server
# that lets in this key, and notices within seconds that a connection is cut. All hosts have the guard and the run folder
# at the same paths.
mkdir -m 700 keys && ssh-keygen -q -t ed25519 -N '' -f server && ssh-keygen -q -t ed25519 -N '' -f keys/id || exit 1
cp keys/id.pub client.pub
for i in 2 3; do echo "10.77.0.$i $(cut -d' ' -f1,2 server.pub)"; done >keys/known
cat >keys/config <<CONF
IdentityFile $top/keys/id
IdentitiesOnly yes
UserKnownHostsFile $top/keys/known
StrictHostKeyChecking yes
ConnectTimeout 5
ServerAliveInterval 1
ServerAliveCountMax 3
CONF
agent() { bash /dev/shm/bed/agent "$@"; } # agent ADDRESS LINE: runs a line of shell on a host, without ssh
for i in 2 3; do
    cat >"server-$i.conf" <<CONF
ListenAddress 10.77.0.$i
HostKey $top/server
AuthorizedKeysFile $top/client.pub
PidFile none
StrictModes no
UsePAM no
UseDNS no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
ClientAliveInterval 1
ClientAliveCountMax 3
CONF
    agent 10.77.0.$i "mount -t tmpfs tmpfs /run && mkdir /run/sshd && exec /usr/sbin/sshd -D -e -f $top/server-$i.conf" 2>"server-$i.log" &
    until grep -q 'Server listening' "server-$i.log"; do
        kill -0 $! 2>/dev/null || { echo "sshd does not start: $(cat "server-$i.log")"; exit 1; }
    done
done
config=$top/keys/config hide=
printf '10.77.0.%s slots=2\n' 1 2 3 >hosts # both mpirun's host list and that of the guard

# start MPIRUN_ARGUMENT...: a run in $f. The variables:
#   plm_rsh_agent              the guard's way to the other hosts, in place of ssh
#   plm_rsh_no_tree_spawn      mpirun starts each daemon itself: only the first host has that way
#   orte_leave_session_attached daemons stay below the guards of their hosts, which would end what goes into the background
#   oob_tcp_keepalive_*        mpirun and its daemons notice within seconds that a link is cut
#   *_if_include               the network of the hosts, and no other, carries the messages of mpirun and of ranks
start() {
    env OMPI_MCA_plm_rsh_agent="$guard reach --folder $f" OMPI_MCA_plm_rsh_no_tree_spawn=1 OMPI_MCA_orte_leave_session_attached=1 \
        OMPI_MCA_oob_tcp_keepalive_time=2 OMPI_MCA_oob_tcp_keepalive_intvl=1 OMPI_MCA_oob_tcp_keepalive_probes=3 \
        OMPI_MCA_oob_tcp_if_include=10.77.0.0/24 OMPI_MCA_btl_tcp_if_include=10.77.0.0/24 \
        OMPI_MCA_orte_default_hostfile="$top/hosts" OMPI_MCA_orte_tmpdir_base=/tmp HOME="$f/tmp" TMPDIR=/tmp \
        "$guard" run --cluster --ssh "$config" $hide --hosts "$top/hosts" --folder "$f" --grace 4 --tmp tmp \
        --stdout "$f/work/out" --stderr "$f/work/err" --chdir "$f/work" $drops -- "$mpirun" "$@" || fail "run says $?"
}
# start_mpich WORDS MPIRUN_ARGUMENT...: such a run under MPICH's mpirun, behind the WORDS, such as a test that MPICH makes
# one world over these hosts. Only with the launcher "rsh" the words of HYDRA_LAUNCHER_EXTRA_ARGS come first.
start_mpich() {
    local words=$1; shift
    printf '10.77.0.%s:2\n' 1 2 3 >hosts.mpich
    env HYDRA_LAUNCHER_EXTRA_ARGS="reach --folder $f" UCX_NET_DEVICES=eth0 HOME="$f/tmp" TMPDIR=/tmp \
        "$guard" run --cluster --ssh "$top/keys/config" --hosts "$top/hosts" --folder "$f" --grace 4 --tmp tmp \
        --stdout "$f/work/out" --stderr "$f/work/err" --chdir "$f/work" $drops -- $words \
        mpirun.mpich -launcher rsh -launcher-exec "$guard" -f "$top/hosts.mpich" -iface eth0 "$@" || fail "run says $?"
}
fresh() { f=$top/run-$((number += 1)); mkdir "$f" "$f/tmp" "$f/work"; [ -z "$drops" ] || chown $other:$other "$f/tmp" "$f/work"; }
await() { # await SECONDS COMMAND...: until it succeeds; a busy machine has five minutes more
    local until=$((SECONDS + 300 + $1)); shift
    until "$@"; do [ $SECONDS -lt "$until" ] || { fail "waited in vain for: $*"; return 1; }; sleep 0.05; done
}
is_ended() { [ -e "$f/ended.json" ]; }
field() { sed -n "s/.*\"$2\":\"\\{0,1\\}\\([^,\"}]*\\).*/\\1/p" "$1" 2>/dev/null; }
expect() { [ "$(field "$f/ended.json" "$1")" = "$2" ] || fail "$1 is \"$(field "$f/ended.json" "$1")\", not \"$2\": $(cat "$f/work/err")"; }
# Processes of the programs on all hosts: those of the others are below host 1's first process.
left() { for exe in /proc/[0-9]*/exe; do case $(readlink "$exe" 2>/dev/null) in "$stubborn" | "$stubborn.sleep" | "$top/world.mpich" | */orted | */hydra_pmi_proxy) echo "${exe%/exe}" ;; esac; done; }
none_left() { [ -z "$(left)" ]; }
is_up() { [ -e "$f/work/ready" ] || is_ended; }
start_stubborn() { start -n 6 "$stubborn" "$f/work/ready"; await 60 is_up; [ "$(left | wc -l)" = 14 ] || fail "$(left | wc -l) processes are up: $(cat "$f/work/err")"; }
records() { cat "$f"/hosts/*/ended.json 2>/dev/null | grep -c '"survivors":0'; }

runs_ranks_on_every_host_under_a_guard_of_each() {
    start -n 6 sh -c 'echo "$(hostname) $(id -u) $(ls -d /proc/[0-9]* | wc -l) $(sed -n "s/^NoNewPrivs:.//p" /proc/self/status)"'
    await 60 is_ended; expect exit_status 0; expect hosts_left ""; expect survivors 0
    [ "$(cut -d' ' -f1 "$f/work/out" | sort | xargs)" = "host1 host1 host2 host2 host3 host3" ] || fail "$(cat "$f/work/out" "$f/work/err")"
    [ "$(cut -d' ' -f2,4 "$f/work/out" | sort -u)" = "$([ -n "$drops" ] && echo $other || echo 0) 1" ] || fail "$(cat "$f/work/out")"
    [ "$(cut -d' ' -f3 "$f/work/out" | sort -n | tail -1)" -lt 15 ] || fail "a rank sees all processes: $(cat "$f/work/out")"
    local host; for host in host2 host3; do
        [ "$(field "$f/hosts/$host.0/started.json" isolation)" = "processes ipc shm tmp sockets" ] || fail "$(cat "$f/hosts/$host.0/started.json")"
        [ "$(field "$f/hosts/$host.0/ended.json" survivors)" = 0 ] || fail "no record of $host"
    done
}
runs_one_mpirun_after_another() {
    local keep=$mpirun; mpirun='sh'; start -c "'$keep' -n 6 hostname && '$keep' -n 3 --map-by node hostname"; mpirun=$keep
    await 60 is_ended; expect exit_status 0; [ "$(wc -l <"$f/work/out")" = 9 ] || fail "$(cat "$f/work/out" "$f/work/err")"; [ "$(records)" = 4 ] || fail "$(ls "$f/hosts")"
}
ends_every_daemon_and_rank_when_it_is_killed() {
    start_stubborn; "$guard" kill --folder "$f" || fail "kill says $?"
    none_left || fail "left: $(left)"; expect reason killed; expect hosts_left ""; [ "$(records)" = 2 ] || fail "$(cat "$f"/hosts/*/ended.json)"
}
ends_every_daemon_and_rank_when_its_guard_is_killed() {
    start_stubborn; kill -KILL "$(field "$f/claim" guard_pid)"; await 30 none_left; await 30 both_recorded
}
both_recorded() { [ "$(records)" = 2 ]; }
# MPICH over several hosts of namespaces sometimes hangs, in its network (UCX). Then the test in front of the program says so.
runs_ranks_of_mpich_on_every_host_or_says_that_they_do_not_fit() {
    build_mpich; start_mpich "$top/mpi-probe --limit 30 6" -n 6 -- "$top/world.mpich"; await 100 is_ended; expect hosts_left ""; none_left || fail "left: $(left)"
    if [ "$(field "$f/ended.json" exit_status)" = 86 ]; then
        echo "  MPICH did not make a world over these hosts"; grep -q '^mpi-probe: mpirun.mpich .* did not make a world of 6 ranks within 30 seconds$' "$f/work/err" || fail "$(cat "$f/work/err")"
        [ ! -s "$f/work/out" ] || fail "it ran: $(cat "$f/work/out")"
    else
        expect exit_status 0; [ "$(sort "$f/work/out")" = "$(printf '%s of 6\n' 0 1 2 3 4 5)" ] || fail "$(cat "$f/work/out" "$f/work/err")"
        [ "$(records)" = 4 ] || fail "$(ls "$f/hosts")"
    fi
}
ends_every_rank_of_mpich_when_it_is_killed() {
    start_mpich env -n 6 sh -c "trap '' TERM; : > $f/work/up.\$PMI_RANK; while :; do $stubborn.sleep 1000; done"; await 100 are_up 6
    "$guard" kill --folder "$f" || fail "kill says $?"; none_left || fail "left: $(left)"; expect reason killed; expect hosts_left ""; [ "$(records)" = 2 ] || fail "$(cat "$f"/hosts/*/ended.json)"
}
are_up() { [ "$(find "$f/work" -name 'up.*' | wc -l)" = "$1" ] && [ "$(left | wc -l)" -ge "$1" ]; }
finds_a_program_of_mpich_under_open_mpi() {
    local keep=$mpirun; build_mpich; mpirun=$top/mpi-probe; start 6 "$keep" -n 6 -- "$top/world.mpich"; mpirun=$keep
    await 100 is_ended; expect exit_status 86; [ ! -s "$f/work/out" ] || fail "$(cat "$f/work/out")"; grep -q '^mpi-probe: a world has 1 of 6 ranks: MPICH' "$f/work/err" || fail "$(cat "$f/work/err")"
}
build_mpich() {
    [ -e world.mpich ] || mpicc.mpich -o world.mpich "$tests/mpi-probe/world.c" || fail "no program of MPICH"
}
ends_everywhere_when_the_guard_of_one_host_is_killed() {
    start_stubborn; agent 10.77.0.2 "kill -KILL $(field "$f/hosts/host2.0/claim" guard_pid)"; await 60 is_ended; await 10 none_left
    [ "$(field "$f/ended.json" exit_status)" != 0 ] || fail "it ended well"; expect hosts_left 1
}
ends_on_both_sides_of_a_cut_link() {
    start_stubborn; nsenter --target "$(cat /dev/shm/bed/10.77.0.2)" --net ip link set eth0 down
    await 60 is_ended; await 60 none_left; await 30 both_recorded
    nsenter --target "$(cat /dev/shm/bed/10.77.0.2)" --net ip link set eth0 up
    [ "$(field "$f/ended.json" exit_status)" != 0 ] || fail "it ended well"; expect reason exited
    # The files are shared here even while the link is down.
    grep -qs 'the process that started slipway-guard has ended\|the run is over on its first host' "$f/hosts/host2.0/ended.json" || [ "$(field "$f/hosts/host2.0/ended.json" reason)" = exited ] || fail "$(cat "$f/hosts/host2.0/ended.json")"
}
says_that_a_host_cannot_be_reached() {
    sed 's/10.77.0.3/10.77.0.9/' hosts >far; cp hosts kept; cp far hosts
    start -n 6 hostname; await 60 is_ended; cp kept hosts
    [ "$(field "$f/ended.json" exit_status)" != 0 ] || fail "it ended well"; grep -q '10.77.0.9' "$f/work/err" || fail "$(cat "$f/work/err")"; await 10 none_left
}
keeps_its_key_from_the_program() {
    local keep=$mpirun; mpirun='sh'; start -c "cat $top/keys/id; ls $top/keys; '$keep' -n 6 cat $top/keys/id"; mpirun=$keep; await 60 is_ended
    [ ! -s "$f/work/out" ] || fail "it read: $(cat "$f/work/out")"; [ "$(grep -c 'keys/id: ' "$f/work/err")" -ge 2 ] || fail "$(cat "$f/work/err")"
}
keeps_a_key_that_lies_apart_from_the_settings_from_the_program() {
    cp keys/config apart; config=$top/apart hide="--hide $top/keys"; keeps_its_key_from_the_program; config=$top/keys/config hide=
}
reaches_hosts_of_its_list_only_and_by_a_guard_only() {
    local keep=$mpirun; mpirun='sh'
    start -c "'$guard' reach --folder $f 10.77.0.2 'hostname >&2; ls -d /proc/[0-9]* | wc -l >&2; exit 7'; echo \$?
        '$guard' reach --folder $f 10.77.0.4 hostname; echo \$?; '$guard' reach --folder $f -oProxyCommand=touch\\ $f/work/made hostname; echo \$?"
    mpirun=$keep; await 60 is_ended; [ "$(xargs <"$f/work/out")" = "7 255 255" ] || fail "$(cat "$f/work/out" "$f/work/err")"
    grep -qx host2 "$f/work/err" && grep -q 'this is no host of the run: 10.77.0.4' "$f/work/err" || fail "$(cat "$f/work/err")"; [ ! -e "$f/work/made" ] || fail "it made a file"
}
lets_no_other_process_reach_its_hosts() {
    start_stubborn; "$guard" reach --folder "$f" 10.77.0.2 'hostname >&2' 2>said; [ $? = 255 ] || fail "it says otherwise"
    grep -q host2 said && fail "it ran"; "$guard" kill --folder "$f"
}

check() {
    bad=0 drops=$2; fresh; $1
    if [ $bad = 0 ]; then passed=$((passed + 1)); echo "ok $1 ($3)"; else
        failed=$((failed + 1)); echo "not ok $1 ($3)"; cat "$f"/*.json "$f/work/err" 2>/dev/null; fi
    "$guard" kill --folder "$f" >/dev/null 2>&1
}
for name in $(declare -F | awk '{ print $3 }' | grep _ | grep -v '^is_\|^none_left$\|^start_stubborn$\|^start_mpich$\|^build_mpich$\|^are_up$\|^both_recorded$'); do
    check "$name" "--uid $other --gid $other" "another identity"
    check "$name" "" "the guard's identity"
done
echo "hosts-run: $passed passed, $failed failed"
[ $failed = 0 ]

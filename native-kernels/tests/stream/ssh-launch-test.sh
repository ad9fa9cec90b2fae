#!/usr/bin/env bash
# Tests of stream-launch over ssh, between two hosts made of namespaces.
# usage: ssh-launch-test.sh STREAM_LAUNCH FOLDER MPIRUN
# FOLDER has stream-sums and stream-model-mpi. Each case is a function named as a sentence of behaviour. Ends
# with 77 if such hosts, or a server of ssh, are not available.
set -u
launch=$1 programs=$2 mpirun=$3
if [ -z "${SSH_TEST_FOLDER:-}" ]; then
    [ -x /usr/sbin/sshd ] && command -v ssh >/dev/null || { echo "there is no sshd, or no ssh (Debian: openssh-server, openssh-client)"; exit 77; }
    [ "$EUID" = 0 ] || { echo "sshd of a host made of namespaces needs root"; exit 77; }
    SSH_TEST_FOLDER=$(mktemp -d /tmp/slipway-ssh-launch.XXXXXX)
    export SSH_TEST_FOLDER
    trap 'rm -rf "$SSH_TEST_FOLDER"' EXIT
    "$(dirname "$0")/../net/four-hosts.sh" --hosts 2 --slots 1 timeout -k 5 1700 bash "$0" "$@"
    exit $?
fi
top=$SSH_TEST_FOLDER
export TMPDIR=$top
cd "$top" || exit 1
failed=0 passed=0
fail() { echo "  FAILED: $*"; bad=1; }

# A server on host 2 that lets in one key, and notices within seconds that a connection is cut.
ssh-keygen -q -t ed25519 -N '' -f server && ssh-keygen -q -t ed25519 -N '' -f client || exit 1
echo "10.77.0.2 $(cut -d' ' -f1,2 server.pub)" >known
cat >server.conf <<CONF
ListenAddress 10.77.0.2
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
ClientAliveCountMax 2
SetEnv TMPDIR=$top
CONF
cat >client.conf <<CONF
IdentityFile $top/client
IdentitiesOnly yes
UserKnownHostsFile $top/known
StrictHostKeyChecking yes
BatchMode yes
ServerAliveInterval 1
ServerAliveCountMax 2
CONF
agent() { bash /dev/shm/bed/agent 10.77.0.2 "$@"; } # runs a line of shell on host 2, without ssh
agent "mount -t tmpfs tmpfs /run && mkdir /run/sshd && exec /usr/sbin/sshd -D -e -f $top/server.conf" 2>server.log &
until grep -q 'Server listening' server.log; do
    kill -0 $! 2>/dev/null || { echo "sshd does not start: $(cat server.log)"; exit 1; }
done

readonly right='check: squares=5000 sum=41679167500 models=5000 sum='
readonly no_model='s/"model check" kind="duplicate"/"check"/; /number="2"/d; /<link from="model"/d'
# write NAME SED...: a graph over both hosts, changed by sed, as NAME.xml.
write() {
    local name=$1 change=()
    shift
    for each in "$@"; do change+=(-e "$each"); done
    sed -e "s|PROGRAMS|$programs|" "${change[@]}" >"$name.xml" <<'XML'
<graph xmlns="urn:slipway:stream-graph:1" name="sums">
  <network name="inner" subnet="10.77.0.0/24"/>
  <host name="one" here="yes" address="10.77.0.1"><on network="inner" address="10.77.0.1"/></host>
  <host name="two" address="10.77.0.2"><on network="inner" address="10.77.0.2"/></host>
  <kernel name="source" number="0" host="one" program="PROGRAMS/stream-sums"><argument>--records</argument><argument>5000</argument></kernel>
  <kernel name="square" number="1" host="two" program="PROGRAMS/stream-sums"/>
  <kernel name="model" number="2" hosts="one two" ranks="2" network="inner" program="PROGRAMS/stream-model-mpi"/>
  <kernel name="check" number="3" host="two" program="PROGRAMS/stream-sums"/>
  <link from="source" to="square"/>
  <link from="square" to="model check" kind="duplicate"/>
  <link from="model" to="check"/>
  <link from="check" to="source" feedback="yes"/>
</graph>
XML
}
dies() { echo "/number=\"$1\"/s|/>|><argument>--die</argument><argument>$1</argument><argument>$2</argument></kernel>|"; }
begin() { : >"$1.err"; timeout -k 5 600 "$launch" --mpirun "$mpirun" --shell "ssh -F $top/client.conf" "$top/$1.xml" >"$1.out" 2>"$1.err" & launcher=$!; }
# Begins a graph, and waits until kernel 3 hangs.
begin_hanging() {
    write "$1" "$no_model" "$(dies 3 hang)"
    begin "$1"
    until grep -q 'about to end by hang' "$1.err"; do kill -0 $launcher 2>/dev/null || { fail "$(cat "$1.err")"; return 1; }; done
}
finish() { status=0; wait $launcher 2>/dev/null || status=$?; }
told() { grep -qF "$2" "$1.err" || fail "\"$2\" is not told: $(cat "$1.err")"; }
# Processes of the programs on both hosts: those of host 2 are below host 1's first process. Those that have ended do not count.
kernels_left() { local exe; for exe in /proc/[0-9]*/exe; do case $(readlink "$exe" 2>/dev/null) in "$programs"/stream-*) echo "${exe%/exe}" ;; esac; done; }
leaves_nothing() {
    local left turn
    # Host 2 ends the leftovers of a dead launcher: within the seconds of server.conf, and two of grace.
    for ((turn = 0; turn < 3000; turn++)); do
        left="$(kernels_left) $(find "$top" -maxdepth 1 -name 'osf-*') $(find /dev/shm -name "osf-*") $(agent 'ls /dev/shm | grep ^osf-; true')"
        [ -n "${left// /}" ] || return 0
        sleep 0.1
    done
    fail "left: $left"
}

gives_the_sums_of_kernels_and_ranks_on_both_hosts() {
    write both
    begin both
    finish
    [ $status = 0 ] || fail "status $status: $(cat both.err)"
    [[ $(cat both.out) = "$right"* ]] || fail "$(cat both.out)"
    leaves_nothing
}
shows_the_key_on_no_command_line_and_ends_all_when_told_to() {
    begin_hanging key || return
    sed -n 's/^key //p' osf-*/graph >keys
    cut -c1-64 keys >halves && cut -c65- keys >>halves
    [ "$(wc -c <halves)" -ge 66 ] && sed -i '/^$/d' halves || fail "no key: $(cat keys)"
    cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\0' ' ' >commands
    grep -qF 'ssh -F' commands && grep -qF 'start.sh' commands || fail "the commands are not seen"
    grep -qF -f halves commands key.out key.err server.log && fail "the key is shown"
    kill -TERM $launcher
    finish
    [ $status = 143 ] || fail "status $status"
    leaves_nothing
}
names_a_kernel_that_dies_on_the_other_host() {
    write dies "$no_model" "$(dies 3 9)"
    begin dies
    finish
    [ $status = 5 ] || fail "status $status"
    told dies 'the chain ended because kernel check on host two died by signal 9'
    leaves_nothing
}
ends_both_sides_when_the_connection_is_cut() {
    begin_hanging cut || return
    [ "$(kernels_left | wc -l)" = 3 ] || fail "kernels: $(kernels_left)"
    nsenter --target "$(cat /dev/shm/bed/10.77.0.2)" --net ip link set eth0 down
    finish
    nsenter --target "$(cat /dev/shm/bed/10.77.0.2)" --net ip link set eth0 up
    [ $status = 5 ] || fail "status $status"
    grep -qE 'on host two ended with status 255, as ssh does|the network is cut or the host is gone' cut.err || fail "$(cat cut.err)"
    leaves_nothing
}
ends_the_other_host_when_the_launcher_is_killed() {
    begin_hanging killed || return
    local process
    read -r process _ </proc/$launcher/task/$launcher/children || true
    kill -KILL "$process"
    finish
    # No process is left to remove the launcher's folder and memory.
    local turn
    for ((turn = 0; turn < 3000; turn++)); do [ -n "$(kernels_left)" ] || break; sleep 0.1; done
    [ -z "$(kernels_left)" ] || fail "left: $(kernels_left)"
    rm -rf osf-* /dev/shm/osf-*
}
says_that_a_host_cannot_be_reached() {
    write unknown "$no_model" 's/10.77.0.2"/10.77.0.9"/g'
    sed -i 's/ServerAliveInterval/ConnectTimeout 1\nServerAliveInterval/' client.conf
    begin unknown
    finish
    [ $status = 5 ] || fail "status $status"
    told unknown 'on host two ended with status 255, as ssh does when it cannot connect or is cut'
    leaves_nothing
}

for name in $(declare -F | awk '{ print $3 }' | grep _ | grep -v '^begin_hanging$\|^kernels_left$\|^leaves_nothing$'); do
    bad=0
    $name
    if [ $bad = 0 ]; then passed=$((passed + 1)) && echo "ok $name"; else failed=$((failed + 1)) && echo "not ok $name"; fi
done
echo "ssh-launch: $passed passed, $failed failed"
[ $failed = 0 ]

# Makes hosts of namespaces on this machine, for scripts that run a command on such hosts: sourced, never run. Each host
# has a separate network card, host name, process ids and /dev/shm; all share the files. A switch joins the hosts. The
# script sets these variables before it calls make_hosts:
#     hosts    the number of hosts; they are called host1, host2 ...
#     network  the first three numbers of their addresses, which end in .1, .2 ...
#     slots    the number of MPI ranks for each host, for the list of hosts
#     rate     the limit of each link, both ways, as tc writes it, or none
#     clocks   by how many seconds the monotonic clock of each host is ahead of the previous host's, or 0
#
# No part has a name outside the namespaces, and all processes are in one namespace: the kernel removes everything when
# its first process ends, for any reason, and concurrent beds do not see each other.
# shellcheck shell=bash disable=SC2034,SC2154

readonly cannot=77
# The folder of the hosts' records, in the memory of host 1: a file for each address with the id of the process that
# holds the namespaces of the host, such a file for the switch, and the programs `enter` and `agent`.
readonly bed=/dev/shm/bed
readonly own=(--net --uts --ipc --mount --pid --fork --kill-child=KILL --mount-proc)

fail() {
    printf '%s: %s\n' "$(basename "$0" .sh)" "$1" >&2
    exit "${2:-2}"
}

# Ends the script with the status `cannot` and the reason if this machine or the user's rights do not allow hosts of
# namespaces. Sets `user` to the options by which an ordinary user makes namespaces.
check_namespaces() {
    local tool why
    user=()
    for tool in ip tc unshare nsenter setpriv; do
        command -v $tool >/dev/null || fail "there is no $tool (Debian: iproute2, util-linux)" $cannot
    done
    [ "$EUID" = 0 ] || user=(--user --map-root-user)
    why=$(unshare "${user[@]}" "${own[@]}" sh -c 'mount -t tmpfs tmpfs /dev/shm && ip link add br0 type bridge &&
        ip link add port0 type veth peer name port1 && tc qdisc add dev port0 root tbf rate 1mbit burst 8kb latency 1ms' 2>&1) ||
        fail "hosts cannot be made of namespaces here: ${why//$'\n'/; }" $cannot
}

# start_first_host INPUT SCRIPT ARGUMENT...: starts SCRIPT as the first process of host 1, with SLIPWAY_HOST set and the
# descriptor INPUT as standard input. The end of SCRIPT, and also the end of this shell, ends all. `namespaces` is the
# parent process of SCRIPT.
start_first_host() {
    trap 'kill -KILL $namespaces 2>/dev/null' EXIT
    trap 'exit 143' TERM INT HUP
    SLIPWAY_HOST=1 setpriv --pdeathsig KILL unshare "${user[@]}" "${own[@]}" bash "${@:2}" <&"$1" &
    namespaces=$!
}

# Waits until the first process of host 1 has ended, and ends this script with its status.
await_first_host() {
    local status=0
    wait "$namespaces" || status=$?
    trap - EXIT
    exit $status
}

# hold COMMAND...: starts a process that holds namespaces open; $held is the process id once the process has reported.
hold() {
    local ready
    exec {ready}< <(exec "$@")
    held=$!
    read -r _ <&"$ready" || fail "a host did not come up"
}

# limit CARD ENTER...: the sending rate of CARD, in the namespace that ENTER enters.
limit() {
    local card=$1
    shift
    [ "$rate" = none ] || "$@" tc qdisc add dev "$card" root tbf rate "$rate" burst 128kb latency 50ms
}

# connect I HOLDER: joins host I to the switch with a card. The process HOLDER is in the namespaces of the host.
connect() {
    local at_switch=(nsenter --target "$switch" --net) at_host=(nsenter --target "$2" --net)
    "${at_switch[@]}" ip -batch - <<<"link add port$1 type veth peer name eth0 netns $2
        link set port$1 master br0 up"
    "${at_host[@]}" ip -batch - <<<"link set lo up
        addr add $network.$1/24 dev eth0
        link set eth0 up"
    limit "port$1" "${at_switch[@]}"
    limit eth0 "${at_host[@]}"
    echo "$2" >"$bed/$network.$1"
    echo "$network.$1 slots=$slots" >>"$bed/hosts"
}

# Makes the switch, in a network of its own. The process `switch` holds that network.
make_switch() {
    hostname host1
    mount -t tmpfs tmpfs /dev/shm
    mkdir $bed
    hold unshare --net sh -c 'ip link add br0 type bridge && ip link set br0 up && echo up && exec sleep infinity'
    switch=$held
    echo "$switch" >$bed/switch
}

# Makes this process host 1 and joins the other hosts to the switch. The first process of a host waits for children, so
# that no dead process of the host stays in its list.
make_hosts() {
    local i clock
    connect 1 $$
    for ((i = 2; i <= hosts; i++)); do
        clock=()
        [ "$clocks" = 0 ] || clock=(--time --monotonic $(((i - 1) * clocks)))
        hold unshare "${own[@]}" "${clock[@]}" sh -c "hostname host$i && mount -t tmpfs tmpfs /dev/shm && echo up && while :; do sleep infinity & wait; done"
        connect "$i" "$held"
    done
    make_ways
}

# Makes `enter ADDRESS COMMAND...`, which runs a command on a host, and the command that mpirun calls in place of ssh:
# `agent ADDRESS COMMAND...`. With a tree of starts, hosts other than the first would call it.
make_ways() {
    cat >$bed/enter <<'ENTER'
holder=$(cat "/dev/shm/bed/$1")
shift
exec nsenter --target "$holder" --net --uts --ipc --mount --pid="/proc/$holder/ns/pid_for_children" \
    --time="/proc/$holder/ns/time_for_children" --wd="$PWD" "$@"
ENTER
    cat >$bed/agent <<'AGENT'
address=$1
shift
exec bash /dev/shm/bed/enter "$address" sh -c "$*"
AGENT
}

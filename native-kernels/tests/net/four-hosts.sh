#!/usr/bin/env bash
# four-hosts.sh [--hosts N] [--slots N] [--rate RATE] [--clocks SECONDS] COMMAND ARGUMENT...
# Runs COMMAND on the first of N hosts (4) made of namespaces: each host has a separate network card, host name, process
# ids and /dev/shm; all share the files. A switch joins them; RATE (as tc writes it: 100mbit; default none) is the limit
# of each link, both ways. With --clocks the monotonic clock of each host is SECONDS ahead of the previous host's.
# COMMAND finds an environment in which plain mpirun.openmpi places SLOTS ranks (2) on each host.
# Ends with COMMAND's status, or with 77 and the reason if such hosts cannot be made. The caller sets a limit of time:
# four-hosts.sh timeout -k 5 60 mpirun.openmpi -n 8 PROGRAM
#
# No part has a name outside the namespaces, and all processes are in one namespace: the kernel removes everything when
# its first process ends, for any reason, and concurrent beds do not see each other. Root is not needed if users may
# make namespaces.
set -euo pipefail

readonly cannot=77
fail() {
    printf 'four-hosts: %s\n' "$1" >&2
    exit "${2:-2}"
}

hosts=4 slots=2 rate=none clocks=0
while [[ ${1:-} = --* ]]; do
    [ $# -gt 1 ] || fail "$1 needs a value"
    case $1 in
        --hosts) hosts=$2 ;;
        --slots) slots=$2 ;;
        --rate) rate=$2 ;;
        --clocks) clocks=$2 ;;
        *) fail "no such option: $1" ;;
    esac
    shift 2
done
[ $# -gt 0 ] || fail "no command"

readonly own=(--net --uts --ipc --mount --pid --fork --kill-child=KILL --mount-proc)

# Runs this script again as the first process of host 1. Its end, and also this shell's end, ends all.
in_namespaces() {
    local tool why user=() status=0
    for tool in ip tc unshare nsenter setpriv; do
        command -v $tool >/dev/null || fail "there is no $tool (Debian: iproute2, util-linux)" $cannot
    done
    [ "$EUID" = 0 ] || user=(--user --map-root-user)
    why=$(unshare "${user[@]}" "${own[@]}" sh -c 'mount -t tmpfs tmpfs /dev/shm && ip link add br0 type bridge &&
        ip link add port0 type veth peer name port1 && tc qdisc add dev port0 root tbf rate 1mbit burst 8kb latency 1ms' 2>&1) ||
        fail "hosts cannot be made of namespaces here: ${why//$'\n'/; }" $cannot
    trap 'kill -KILL $! 2>/dev/null' EXIT
    trap 'exit 143' TERM INT HUP
    SLIPWAY_HOST=1 setpriv --pdeathsig KILL unshare "${user[@]}" "${own[@]}" bash "$0" "$@" &
    wait $! || status=$?
    trap - EXIT
    exit $status
}
[ -n "${SLIPWAY_HOST:-}" ] || in_namespaces --hosts "$hosts" --slots "$slots" --rate "$rate" --clocks "$clocks" "$@"
unset SLIPWAY_HOST

# hold COMMAND...: starts a process that holds namespaces open; $held is its process id once it has reported.
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
        addr add 10.77.0.$1/24 dev eth0
        link set eth0 up"
    limit "port$1" "${at_switch[@]}"
    limit eth0 "${at_host[@]}"
    echo "$2" >"$bed/10.77.0.$1"
    echo "10.77.0.$1 slots=$slots" >>"$bed/hosts"
}

hostname host1
mount -t tmpfs tmpfs /dev/shm
bed=/dev/shm/bed
mkdir $bed
hold unshare --net sh -c 'ip link add br0 type bridge && ip link set br0 up && echo up && exec sleep infinity'
switch=$held
connect 1 $$
for ((i = 2; i <= hosts; i++)); do
    clock=()
    [ "$clocks" = 0 ] || clock=(--time --monotonic $(((i - 1) * clocks)))
    hold unshare "${own[@]}" "${clock[@]}" sh -c "hostname host$i && mount -t tmpfs tmpfs /dev/shm && echo up && exec sleep infinity"
    connect "$i" "$held"
done

# The command that mpirun calls in place of ssh: `agent ADDRESS COMMAND...`. With a tree of starts, hosts other than the
# first would call it.
cat >$bed/agent <<'AGENT'
holder=$(cat "/dev/shm/bed/$1")
shift
exec nsenter --target "$holder" --net --uts --ipc --mount --pid="/proc/$holder/ns/pid_for_children" \
    --time="/proc/$holder/ns/time_for_children" --wd="$PWD" sh -c "$*"
AGENT
export OMPI_MCA_plm_rsh_agent="bash $bed/agent" OMPI_MCA_plm_rsh_no_tree_spawn=1 OMPI_MCA_orte_default_hostfile=$bed/hosts \
    OMPI_MCA_orte_tmpdir_base=/dev/shm OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
    OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1 \
    OMPI_MCA_pml=ob1 OMPI_MCA_osc=^ucx OMPI_MCA_btl=self,vader,tcp OMPI_MCA_btl_tcp_if_include=10.77.0.0/24 \
    OMPI_MCA_oob_tcp_if_include=10.77.0.0/24
"$@"

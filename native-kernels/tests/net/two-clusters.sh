#!/usr/bin/env bash
# four-hosts.sh --hosts 6 [OPTION...] two-clusters.sh LINE COMMAND ARGUMENT...
# Makes two clusters of the six hosts and runs COMMAND on the first one. Hosts 1 and 4 are the heads of hosts 2, 3 and
# 5, 6:
#     cluster a  10.77.1.0/24: host1 .1  host2 .2  host3 .3        between the heads 10.77.0.0/24: host1 .1  host4 .4
#     cluster b  10.77.2.0/24: host4 .4  host5 .5  host6 .6
# LINE is a command, such as "delay-line 20". LINE gets the two cards between the heads as arguments, passes frames
# between them, and prints "up". The other hosts are hidden behind their heads, which route no packets, until
#     bash /dev/shm/bed/heads open        (and shut)
# COMMAND has the environment of four-hosts.sh, with hosts 2, 5, 3, 6 for mpirun in this order.
set -euo pipefail
fail() {
    printf 'two-clusters: %s\n' "$1" >&2
    exit 2
}
readonly bed=/dev/shm/bed
[ $# -ge 2 ] && [ -f $bed/10.77.0.6 ] || fail "usage: four-hosts.sh --hosts 6 two-clusters.sh LINE COMMAND ARGUMENT..."
read -r -a line <<<"$1"
shift

# at I COMMAND...: runs COMMAND in the network of host I.
at() {
    local holder
    holder=$(cat "$bed/10.77.0.$1")
    shift
    nsenter --target "$holder" --net "$@"
}

# The processes that hold the hosts open are known by their first addresses; the new ones lead to them, too.
for i in 1 2 3 4 5 6; do
    cluster=$((1 + (i - 1) / 3)) head=$((i < 4 ? 1 : 4))
    at $i ip addr flush dev eth0
    at $i ip addr add "10.77.$cluster.$i/24" dev eth0
    [ $i = $head ] || at $i ip route add default via "10.77.$cluster.$head"
    cp "$bed/10.77.0.$i" "$bed/10.77.$cluster.$i"
done

# The line between the heads: a card in each, with the other ends in the separate network of the line.
exec {up}< <(exec unshare --net sh -c 'echo up && exec sleep infinity')
middle=$!
read -r -u "$up" _
for i in 1 4; do
    holder=$(cat "$bed/10.77.0.$i")
    nsenter --target "$middle" --net ip -batch - <<<"link add line$i type veth peer name eth1 netns $holder
        link set line$i up"
    at $i ip -batch - <<<"addr add 10.77.0.$i/24 dev eth1
        link set eth1 up
        route add 10.77.$((i == 1 ? 2 : 1)).0/24 via 10.77.0.$((i == 1 ? 4 : 1))"
done
exec {line_up}< <(exec nsenter --target "$middle" --net "${line[@]}" line1 line4)
read -r -u "$line_up" _ || fail "the line did not come up"

cat >$bed/heads <<'HEADS'
case $1 in open) on=1 ;; shut) on=0 ;; *) echo "heads open|shut" >&2; exit 2 ;; esac
for i in 1 4; do
    nsenter --target "$(cat /dev/shm/bed/10.77.0.$i)" --net sh -c "echo $on >/proc/sys/net/ipv4/ip_forward" || exit
done
HEADS
bash $bed/heads shut
printf '10.77.%s slots=1\n' 1.2 2.5 1.3 2.6 >$bed/hosts
export OMPI_MCA_btl_tcp_if_include=10.77.0.0/16 OMPI_MCA_oob_tcp_if_include=10.77.0.0/16
"$@"

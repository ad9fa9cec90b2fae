#!/usr/bin/env bash
# cluster.sh [OPTION...] [COMMAND ARGUMENT...]
# Starts a bed: a cluster of N hosts made of namespaces on this machine, with Slurm (munged, slurmctld on host 1, a
# slurmd on each host, slurmrestd on host 1) and an sshd on each host. With COMMAND, runs COMMAND on host 1 and exits
# with the status of COMMAND. Without COMMAND, prints the lines SLURM_CONF=... and BED=... when all hosts are idle, and
# stays until standard input ends. Programs of this machine reach the cluster by that SLURM_CONF, and bed.sh acts on the
# bed. When this process ends, for any reason, all parts of the bed are gone. README.md tells more.
#   --hosts N               the number of hosts (2)
#   --slots N               the processors that Slurm counts for each host (2)
#   --memory MB             the memory that Slurm counts for each host (4000)
#   --name NAME             the name of the cluster (bed)
#   --folder FOLDER         the folder of the bed; it must not exist, and is removed at the end
#   --scratch SIZE          the size of the hosts' own file system at FOLDER/scratch, as tmpfs takes it (64m)
#   --node-timeout SECONDS  the silence after which slurmctld gives a host up (20)
#   --memory-limits WORD    cgroups: Slurm limits the memory of jobs by this machine's cgroups (version 1); none (none)
#   --rate RATE             the limit of each link, in the notation of tc (no limit)
#   --clocks SECONDS        the lead of each host's monotonic clock over that of the previous host (0)
# Ends with 77 and the reason if this machine or the user's rights do not allow a bed.
set -euo pipefail
here=$(cd -P "$(dirname "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../../native-kernels/tests/net/hosts.sh
source "$here/../../native-kernels/tests/net/hosts.sh"
# shellcheck source-path=SCRIPTDIR source=daemons.sh
source "$here/daemons.sh"

hosts=2 slots=2 memory=4000 name=bed folder='' scratch=64m node_timeout=20 memory_limits=none rate=none clocks=0
given=()
while [[ ${1:-} = --* ]]; do
  [ "$1" != --help ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" && exit 0; }
  [ $# -gt 1 ] || fail "$1 needs a value"
  case $1 in
    --hosts) hosts=$2 ;;
    --slots) slots=$2 ;;
    --memory) memory=$2 ;;
    --name) name=$2 ;;
    --folder) folder=$2 ;;
    --scratch) scratch=$2 ;;
    --node-timeout) node_timeout=$2 ;;
    --memory-limits) memory_limits=$2 ;;
    --rate) rate=$2 ;;
    --clocks) clocks=$2 ;;
    *) fail "there is no option $1; cluster.sh --help lists them" ;;
  esac
  [ "$1" = --folder ] || given+=("$1" "$2")
  shift 2
done
[[ $hosts =~ ^[1-9][0-9]?$ ]] || fail "--hosts takes a number from 1 to 99, not '$hosts'"
[[ $slots =~ ^[1-9][0-9]{0,2}$ ]] || fail "--slots takes a number from 1 to 999, not '$slots'"
[[ $memory_limits =~ ^(none|cgroups)$ ]] || fail "--memory-limits takes none or cgroups, not '$memory_limits'"
[[ $name =~ ^[a-z][a-z0-9]*$ ]] || fail "--name takes small letters and digits, not '$name'"

# Ends with the reason if a bed cannot be made here. Only root may act as the users of jobs, and add a card to the
# network of this machine.
check_bed() {
  local program
  check_namespaces
  [ "$EUID" = 0 ] || fail "a bed needs root: its daemons act as the users of jobs" $cannot
  for program in /usr/sbin/munged /usr/sbin/slurmctld /usr/sbin/slurmd /usr/sbin/slurmrestd /usr/sbin/sshd; do
    [ -x $program ] || fail "there is no $program (Debian: munge, slurmctld, slurmd, slurmrestd, openssh-server)" $cannot
  done
  [ "$memory_limits" = none ] || [ -w $memory_cgroups ] ||
    fail "this machine has no cgroups of version 1 for memory at $memory_cgroups" $cannot
}

# Makes the folder of the bed, which other users can enter. A process in a separate session removes the folder when the
# last process with the descriptor `life` has ended; all processes of the bed inherit that descriptor.
make_folder() {
  if [ -z "$folder" ]; then
    folder=$(mktemp -d /var/lib/slipway-bed.XXXXXX)
  else
    mkdir "$folder" || fail "the folder of a bed must be new: $folder"
    folder=$(cd -P "$folder" && pwd)
  fi
  chmod 755 "$folder"
  exec {life}> >(
    cd /
    # shellcheck disable=SC2016
    exec setsid bash -c 'trap "" INT TERM HUP; cat >/dev/null; rm -rf "$1"
      [ ! -d "$2" ] || find "$2" -depth -type d -exec rmdir {} +' remove "$folder" "$(cgroups_of_bed)" >/dev/null 2>&1
  )
  remover=$!
}

# Starts the first host, and writes the host's process id on this machine to the folder: bed.sh enters there.
start_bed() {
  local children=''
  exec 9</proc/self/ns/net
  start_first_host 0 "$here/cluster.sh" "${given[@]}" --folder "$folder" "$@"
  exec 9<&-
  until [ -n "$children" ]; do
    kill -0 "$namespaces" 2>/dev/null || break
    children=$(cat "/proc/$namespaces/task/$namespaces/children" 2>/dev/null || true)
  done
  echo "${children% }" >"$folder/pid"
}

# Gives the bed a range of addresses that this machine does not use, and a card in the network of this machine, which is
# descriptor 9. A new card claims its name at once. The other end of the card is in the switch, so the card is gone when
# the switch is gone.
claim_network() {
  local range card machine=(nsenter --net=/proc/self/fd/9)
  for ((range = 0; range < 256; range++)); do
    network=10.78.$range card=slipway-bed$range
    "${machine[@]}" ip link add "$card" type veth peer name outside netns "$switch" 2>/dev/null || continue
    if ! "${machine[@]}" ip -4 route show to match "$network.0/24" | grep -qv '^default' &&
      [ -z "$("${machine[@]}" ip -4 route show to root "$network.0/24")" ]; then
      "${machine[@]}" ip -batch - <<<"addr add $network.254/24 dev $card
        link set $card up"
      nsenter --target "$switch" --net ip link set outside master br0 up
      exec 9<&-
      return
    fi
    "${machine[@]}" ip link del "$card"
  done
  fail "each range from 10.78.0 to 10.78.255 is in use" $cannot
}

# The hosts' own file system is mounted before there are other hosts, so that all hosts have this file system and this
# machine does not.
mount_scratch() {
  mkdir "$folder/scratch"
  mount -t tmpfs -o "size=$scratch,mode=1777" scratch "$folder/scratch"
}

if [ -z "${SLIPWAY_HOST:-}" ]; then
  status=0
  check_bed
  make_folder
  start_bed "$@"
  wait "$namespaces" || status=$?
  trap - EXIT
  exec {life}>&-
  wait "$remover"
  exit "$status"
fi
unset SLIPWAY_HOST
mount_scratch
separate_cgroups
make_switch
claim_network
make_hosts
write_records
set_up_hosts
start_daemons
until_so "all hosts are idle" hosts_idle "$hosts"
export SLURM_CONF=$folder/etc/slurm.conf OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
if [ $# -gt 0 ]; then
  "$@"
else
  printf 'SLURM_CONF=%s\nBED=%s\n' "$SLURM_CONF" "$folder"
  cat >/dev/null
fi

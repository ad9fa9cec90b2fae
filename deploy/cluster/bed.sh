#!/usr/bin/env bash
# bed.sh FOLDER VERB ARGUMENT...
# Looks into, breaks and mends the bed in FOLDER, which cluster.sh has started. HOST is a number. DAEMON is slurmctld,
# munged or slurmrestd, which run on host 1, or slurmd or sshd with the number of a host.
#   on HOST COMMAND...        runs COMMAND on a host
#   await                     waits until slurmctld answers and every host is idle or has jobs
#   stop DAEMON [HOST]        ends a daemon in order: slurmctld saves its state; jobs go on
#   kill DAEMON [HOST]        kills a daemon: slurmctld loses what it has not saved yet, up to the last 5 s; jobs go on
#   start DAEMON [HOST]       starts a daemon again; slurmctld with the state that it had saved
#   lose-state                starts slurmctld without its state: all jobs are forgotten, and job numbers begin at 1
#   freeze DAEMON [HOST]      suspends a daemon: its clients wait for answers
#   thaw DAEMON [HOST]        ends freeze
#   hang-up HOST              kills the sshd of a host with all its sessions; their commands go on
#   crash HOST                kills all processes of a host but its first one, jobs included
#   boot HOST                 starts the slurmd and the sshd of a crashed host
#   cut HOST|outside          cuts the link of a host, or (outside) the link between the bed and this machine
#   slow HOST|outside RATE    limits the link, as tc writes rates: 1mbit
#   mend HOST|outside         ends cut and slow
#   drain HOST, undrain HOST  keeps new jobs from a host; lets new jobs on the host again
#   purge                     makes slurmctld forget the jobs that have ended
#   fill, empty               fills the hosts' own file system FOLDER/scratch to the last byte; frees this space
#   token USER                prints a token for slurmrestd at ADDRESS:6820
#   address HOST              prints the address of a host
set -euo pipefail
here=$(cd -P "$(dirname "$0")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../../native-kernels/tests/net/hosts.sh
source "$here/../../native-kernels/tests/net/hosts.sh"
# shellcheck source-path=SCRIPTDIR source=daemons.sh
source "$here/daemons.sh"

[ "${1:-}" != --help ] || { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0" && exit 0; }
[ $# -ge 2 ] || fail "usage: bed.sh FOLDER VERB ARGUMENT...; bed.sh --help lists the verbs"
folder=$1 verb=$2
shift 2
[ -r "$folder/count" ] || fail "there is no bed in $folder"
network=$(cat "$folder/network") hosts=$(cat "$folder/count")

# Goes to host 1, because the verbs use the process ids and records there.
[ -n "${SLIPWAY_HOST:-}" ] || SLIPWAY_HOST=1 exec nsenter --target "$(cat "$folder/pid")" --net --uts --ipc --mount --pid \
  --wd="$PWD" bash "$here/bed.sh" "$folder" "$verb" "$@"
unset SLIPWAY_HOST
export SLURM_CONF=$folder/etc/slurm.conf

# host_of WORD: prints the number of a host of this bed.
host_of() {
  local host=${1#host}
  [[ $host =~ ^[0-9]+$ ]] && [ "$host" -ge 1 ] && [ "$host" -le "$hosts" ] || fail "this bed has the hosts 1 to $hosts, not '$1'"
  echo "$host"
}

# Ends the script unless the bed has a daemon DAEMON. Sets `daemon` and `host`.
daemon_of() {
  daemon=${1:-} host=1
  case $daemon in
    munged | slurmctld | slurmrestd) ;;
    slurmd | sshd) host=$(host_of "${2:-}") ;;
    *) fail "a bed has no daemon '$daemon', but munged, slurmctld, slurmd, sshd and slurmrestd" ;;
  esac
}

# signal NAME: sends a signal to the daemon.
signal() {
  local file
  file=$(pid_file "$daemon" "$host")
  [ -s "$file" ] || fail "$daemon does not run on host$host"
  on "$host" kill "-$1" "$(cat "$file")"
}

is_gone() { ! on "$host" kill -0 "$1"; }

# end_daemon NAME: ends the daemon by a signal, and waits until it is gone.
end_daemon() {
  local file pid
  file=$(pid_file "$daemon" "$host")
  pid=$(cat "$file" 2>/dev/null || true)
  signal "$1"
  until_so "$daemon is gone" is_gone "$pid"
  rm -f "$file"
}

start_daemon() {
  [ ! -s "$(pid_file "$daemon" "$host")" ] || fail "$daemon runs on host$host already"
  start "$daemon" "$host" "$@"
}

# Returns whether each host can take jobs or has jobs. A star behind the state of a host means that slurmctld has not
# heard from the host.
hosts_up() { controller_answers && [ "$(sinfo -h -N -p batch -o %T | grep -cxE 'idle|mixed|allocated')" = "$hosts" ]; }

# Prints the card at the switch that ends the link of a host or of this machine.
card_of() { if [ "$1" = outside ]; then echo outside; else echo "port$(host_of "$1")"; fi; }
at_switch() { nsenter --target "$(cat $bed/switch)" --net "$@"; }

# Limits the link of a host in both directions: at the switch and at the card of the host. The card of this machine is
# out of reach, so the link to this machine is slow only in the direction to the machine.
slow() {
  local card
  card=$(card_of "$1")
  [ $# = 2 ] || fail "slow needs a rate, such as 1mbit"
  at_switch tc qdisc replace dev "$card" root tbf rate "$2" burst 16kb latency 500ms
  [ "$1" = outside ] || on "$(host_of "$1")" tc qdisc replace dev eth0 root tbf rate "$2" burst 16kb latency 500ms
}

mend() {
  local card
  card=$(card_of "$1")
  at_switch ip link set "$card" up
  at_switch tc qdisc del dev "$card" root 2>/dev/null || true
  [ "$1" = outside ] || on "$(host_of "$1")" tc qdisc del dev eth0 root 2>/dev/null || true
}

# Host 1 sees the processes of all hosts, so the network of a process tells its host.
hang_up() {
  # shellcheck disable=SC2016
  on "$1" bash -c 'for each in /proc/[0-9]*; do
      [ "$(cat "$each/comm" 2>/dev/null)" = sshd ] && [ "$each/ns/net" -ef /proc/self/ns/net ] && kill -KILL "${each#/proc/}"
    done; true'
  rm -f "$(pid_file sshd "$1")"
}

# kill reaches all processes of the host but its own shell and the first process.
crash() {
  host=$(host_of "$1")
  [ "$host" != 1 ] || fail "host 1 cannot crash: the bed ends with its first process; kill slurmctld instead"
  # shellcheck disable=SC2016
  on "$host" bash -c 'all=(/proc/[0-9]*)
    kill -KILL -1
    for each in "${all[@]}"; do
      [ $each = /proc/1 ] || [ $each = /proc/$$ ] || until [ ! -e $each ]; do sleep 0.02; done
    done'
  rm -f "$(pid_file slurmd "$host")" "$(pid_file sshd "$host")"
}

set_job_age() {
  sed -i "s/^MinJobAge=.*/MinJobAge=$1/" "$SLURM_CONF"
  scontrol reconfigure
}

no_ended_jobs() { [ -z "$(squeue -h -t BF,CA,CD,DL,F,NF,OOM,PR,TO -o %i)" ]; }

purge() {
  set_job_age 1
  until_so "slurmctld has forgotten all ended jobs" no_ended_jobs
  set_job_age 300
}

case $verb in
  on) host=$(host_of "${1:-}") && shift && on "$host" "$@" ;;
  await) until_so "slurmctld answers, and all hosts are up" hosts_up ;;
  stop) daemon_of "$@" && end_daemon TERM ;;
  kill) daemon_of "$@" && end_daemon KILL ;;
  start) daemon_of "$@" && start_daemon ;;
  lose-state) daemon_of slurmctld && rm -rf "$folder/state" && mkdir "$folder/state" && start_daemon -c ;;
  freeze) daemon_of "$@" && signal STOP ;;
  thaw) daemon_of "$@" && signal CONT ;;
  hang-up) hang_up "$(host_of "${1:-}")" ;;
  crash) crash "${1:-}" ;;
  boot) host=$(host_of "${1:-}") && start slurmd "$host" && start sshd "$host" ;;
  cut) at_switch ip link set "$(card_of "${1:-}")" down ;;
  slow) slow "$@" ;;
  mend) mend "${1:-}" ;;
  drain) scontrol update "NodeName=host$(host_of "${1:-}")" State=DRAIN Reason=test ;;
  undrain) scontrol update "NodeName=host$(host_of "${1:-}")" State=RESUME ;;
  purge) purge ;;
  fill) dd if=/dev/zero of="$folder/scratch/.filled" bs=64k 2>/dev/null || true ;;
  empty) rm -f "$folder/scratch/.filled" ;;
  token) scontrol token "username=${1:?bed.sh FOLDER token USER}" lifespan=3600 | cut -d= -f2- ;;
  address) echo "$network.$(host_of "${1:-}")" ;;
  *) fail "a bed has no verb '$verb'; bed.sh --help lists the verbs" ;;
esac

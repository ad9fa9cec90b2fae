# The files, hosts and daemons of a bed: sourced on host 1 by cluster.sh and bed.sh, never run. `folder` is the folder of
# the bed, `network` the first three numbers of its addresses, `hosts` the number of its hosts.
#     etc/          slurm.conf, mpi.conf, hosts; each host sees this folder as /etc/slurm, its hosts as /etc/hosts
#     log/, run/    of the daemons; run/ has their process ids in the namespaces of their own hosts
#     state/        of slurmctld; jobs.txt are the ended jobs, which `sacct -c` reads
#     ssh/          client (a key that logs in as any user), config and known_hosts for ssh
#     scratch/      a small file system that only the hosts see
#     pid, network, count     of the first process, of the addresses, of the hosts
# shellcheck shell=bash disable=SC2154

memory_cgroups=/sys/fs/cgroup/memory

# Prints the folder of the cgroups of this bed.
cgroups_of_bed() { echo "$memory_cgroups/$(basename "$folder")"; }

# Lets Slurm on all hosts make its cgroups for memory in a folder of this bed, which is removed with the bed. Slurm has
# one name for the cgroups of a host, so beds at the same time would otherwise share them.
separate_cgroups() {
  [ "$memory_limits" = cgroups ] || return 0
  mkdir "$(cgroups_of_bed)"
  mount --bind "$(cgroups_of_bed)" $memory_cgroups
}

# on I COMMAND...: runs COMMAND on host I.
on() { bash "$bed/enter" "$network.$1" "${@:2}"; }

# until_so WHAT COMMAND...: waits until COMMAND succeeds. A machine under load needs some seconds. The limit ends only a
# wait for something that never comes, and prints the ends of the daemons' logs.
until_so() {
  local what=$1 deadline=$((SECONDS + 60))
  shift
  until "$@" 2>/dev/null; do
    [ $SECONDS -lt $deadline ] || { tail -n 8 "$folder"/log/* >&2 && fail "this never came: $what"; }
    sleep 0.02
  done
}

write_records() {
  local i
  mkdir "$folder"/{etc,log,run,state,ssh,munge}
  echo "$network" >"$folder/network"
  echo "$hosts" >"$folder/count"
  printf '127.0.0.1 localhost\n' >"$folder/etc/hosts"
  for ((i = 1; i <= hosts; i++)); do printf '%s.%d host%d\n' "$network" $i $i >>"$folder/etc/hosts"; done
  # Open MPI's PMIx under srun would otherwise write to the /tmp that the hosts share.
  echo 'PMIxCliTmpDirBase=/dev/shm' >"$folder/etc/mpi.conf"
  install -m 644 /dev/null "$folder/jobs.txt"
  (umask 077 && head -c 128 /dev/urandom >"$folder/munge/key" && head -c 32 /dev/urandom >"$folder/jwt.key")
  write_slurm_conf >"$folder/etc/slurm.conf"
  printf 'CgroupPlugin=cgroup/v1\nCgroupMountpoint=/sys/fs/cgroup\nConstrainRAMSpace=yes\n' >"$folder/etc/cgroup.conf"
  write_ssh
}

# Prints the configuration. slurmctld starts jobs at a tick of one second, which no setting removes; the other delays are
# as short as they can be. With a much lower SlurmdTimeout, a machine under load would lose hosts.
write_slurm_conf() {
  local i tasks=none
  [ "$memory_limits" = none ] || tasks=cgroup
  cat <<CONF
ClusterName=$name
SlurmctldHost=host1($network.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge/munge.socket.2
AuthAltTypes=auth/jwt
AuthAltParameters=jwt_key=$folder/jwt.key
CredType=cred/munge
SlurmctldPidFile=$folder/run/slurmctld-1.pid
SlurmdPidFile=$folder/run/slurmd-%n.pid
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool-%n
SlurmctldLogFile=$folder/log/slurmctld
SlurmdLogFile=$folder/log/slurmd-%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/$tasks
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
DefMemPerCPU=500
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=5,bf_interval=2,sched_min_interval=1
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
JobCompType=jobcomp/filetxt
JobCompLoc=$folder/jobs.txt
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=0
MaxArraySize=10001
ReturnToService=2
MessageTimeout=5
SlurmctldTimeout=20
SlurmdTimeout=$node_timeout
KillWait=2
MinJobAge=300
MailProg=/bin/true
SlurmdParameters=config_overrides
CONF
  for ((i = 1; i <= hosts; i++)); do
    printf 'NodeName=host%d NodeAddr=%s.%d CPUs=%d RealMemory=%d Feature=rack%d State=UNKNOWN\n' $i "$network" $i "$slots" "$memory" $i
  done
  printf 'PartitionName=batch Nodes=ALL Default=YES MaxTime=INFINITE PriorityTier=1 State=UP\n'
  # Jobs of this partition displace jobs of the other.
  printf 'PartitionName=urgent Nodes=ALL MaxTime=INFINITE PriorityTier=9 PreemptMode=OFF State=UP\n'
}

# Makes the keys and the configurations of ssh. The hosts have one key, as the nodes of many clusters have.
write_ssh() {
  local ssh=$folder/ssh i key
  ssh-keygen -q -t ed25519 -N '' -C bed -f "$ssh/host"
  ssh-keygen -q -t ed25519 -N '' -C bed -f "$ssh/client"
  key=$(cut -d' ' -f1,2 "$ssh/host.pub")
  for ((i = 1; i <= hosts; i++)); do
    printf '%s.%d %s\nhost%d %s\n' "$network" $i "$key" $i "$key" >>"$ssh/known_hosts"
    printf 'Host host%d\n  HostName %s.%d\n  HostKeyAlias host%d\n' $i "$network" $i $i >>"$ssh/config"
    cat >"$ssh/sshd-$i" <<CONFIG
ListenAddress $network.$i
HostKey $ssh/host
AuthorizedKeysFile $ssh/client.pub
PidFile $folder/run/sshd-$i.pid
PermitRootLogin prohibit-password
StrictModes no
UsePAM no
UseDNS no
PasswordAuthentication no
KbdInteractiveAuthentication no
MaxStartups 100:30:200
MaxSessions 100
Subsystem sftp internal-sftp
CONFIG
  done
  printf 'Host *\n  IdentityFile %s/client\n  UserKnownHostsFile %s/known_hosts\n  BatchMode yes\n  ConnectTimeout 5\n' "$ssh" "$ssh" >>"$ssh/config"
}

# Gives each host a separate /run, the names of all hosts, and the configuration at the usual place, so that commands
# work there without SLURM_CONF, also over ssh.
set_up_hosts() {
  local i
  for ((i = 1; i <= hosts; i++)); do
    # shellcheck disable=SC2016
    on $i sh -ec 'mount -t tmpfs -o mode=755 run /run && mkdir /run/sshd /run/munge
      mount --bind "$1/munge" /run/munge && mount --bind "$1/etc/hosts" /etc/hosts
      mount --bind "$1/etc" /etc/slurm' set-up "$folder"
  done
}

start_daemons() {
  local i
  start munged 1
  start slurmctld 1
  for ((i = 1; i <= hosts; i++)); do
    start slurmd $i
    start sshd $i
  done
  start slurmrestd 1
}

# start DAEMON I [OPTION...]: starts a daemon on host I. All but slurmrestd go to the background by themselves.
start() {
  local daemon=$1 host=$2 run=()
  case $daemon in
    munged) run=(munged "--socket=$folder/munge/munge.socket.2" "--key-file=$folder/munge/key" "--log-file=$folder/log/munged"
      "--pid-file=$folder/run/munged-1.pid" "--seed-file=$folder/munge/seed") ;;
    slurmctld) run=(slurmctld -f "$folder/etc/slurm.conf" -i "${@:3}") ;;
    slurmd) run=(slurmd -f "$folder/etc/slurm.conf") ;;
    sshd) run=(/usr/sbin/sshd -f "$folder/ssh/sshd-$host" -E "$folder/log/sshd-$host") ;;
    slurmrestd) start_slurmrestd && return ;;
    *) fail "a bed has no daemon '$daemon', but munged, slurmctld, slurmd, sshd and slurmrestd" ;;
  esac
  on "$host" "${run[@]}" >>"$folder/log/starts" 2>&1 || { cat "$folder/log/starts" >&2 && fail "$daemon does not start on host$host"; }
}

# slurmrestd refuses to run as root. Its clients need a token of `bed.sh FOLDER token USER`.
start_slurmrestd() {
  local as=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
  SLURM_JWT=daemon setsid "${as[@]}" slurmrestd -f "$folder/etc/slurm.conf" -s openapi/v0.0.38 -a rest_auth/jwt \
    "$network.1:6820" >>"$folder/log/slurmrestd" 2>&1 </dev/null &
  echo $! >"$folder/run/slurmrestd-1.pid"
}

# Prints the path of the file with the process id of a daemon. The file of slurmd has the host in its name.
pid_file() {
  if [ "$1" = slurmd ]; then echo "$folder/run/slurmd-host$2.pid"; else echo "$folder/run/$1-$2.pid"; fi
}

controller_answers() { SLURM_CONF=$folder/etc/slurm.conf scontrol ping | grep -q 'is UP'; }

hosts_idle() { [ "$(SLURM_CONF=$folder/etc/slurm.conf sinfo -h -t idle -p batch -o %D)" = "$1" ]; }

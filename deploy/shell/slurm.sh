# Functions by which the demo uses a bed, a cluster with Slurm on this machine: sourced by demo.sh. `folder` is the
# demo's folder.
# shellcheck shell=bash disable=SC2154

# Starts a bed of two hosts. Its standard input is a pipe that only this shell has, so the bed ends with this shell,
# however the shell ends. Sets slurm_conf to the file for programs that use the cluster.
start_bed() {
  local line
  coproc BED { exec bash "$SLIPWAY_ROOT/deploy/cluster/cluster.sh" --hosts 2 --slots 2 2>>"$log"; }
  bed_pid=$BED_PID
  slurm_conf=''
  while IFS= read -r line <&"${BED[0]}"; do
    [[ $line != SLURM_CONF=* ]] || slurm_conf=${line#SLURM_CONF=}
    [[ $line != BED=* ]] || break
  done
  [ -n "$slurm_conf" ] || fail "the cluster did not start" "$(tail -n 20 "$log")"
}

# Ends the bed with all programs that still run there.
end_bed() {
  kill "$bed_pid" 2>/dev/null || return 0
  wait "$bed_pid" 2>/dev/null || true
}

# Prints the lines of slipway.yaml for the cluster, and for a partition of it. On the cluster, jobs of the demo's
# operator are those of an ordinary user of this machine.
bed_configuration() {
  cat <<YAML
  clusters:
    bed:
      slurm-conf: "$slurm_conf"
      munge: "${slurm_conf%/etc/slurm.conf}/munge/munge.socket.2"
      interval: 250ms
      accounts: [{ name: operator, user: nobody }]
  partitions:
    cluster: { slots: 4, wall-time: 24h, cluster: bed, queue: batch }
YAML
}

# on_two_hosts FILE: prints the job document FILE with the partition of the cluster, and with two hosts.
on_two_hosts() {
  sed 's|<sw:Partition>local</sw:Partition>|<jsdl:TotalResourceCount><jsdl:Exact>2</jsdl:Exact></jsdl:TotalResourceCount>\n      <sw:Partition>cluster</sw:Partition>|' "$1"
}

# Prints the ended jobs as Slurm's own accounting has them.
bed_jobs() { SLURM_CONF=$slurm_conf sacct -c -X --format=jobid%6,user%12,partition%10,nnodes%7,nodelist%12,state%12; }

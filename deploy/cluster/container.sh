#!/usr/bin/env bash
# container.sh HOST: the first process of a container that is host HOST of the cluster of compose.yaml. Host 1 writes the
# files of the cluster to the shared folder /bed, to which SLURM_CONF points on all hosts, and runs slurmctld. The
# process stays until it gets a signal.
set -euo pipefail
here=$(cd -P "$(dirname "$0")" && pwd)
fail() {
  printf 'container: %s\n' "$1" >&2
  exit 2
}
# shellcheck source-path=SCRIPTDIR source=daemons.sh
source "$here/daemons.sh"

self=${1:?usage: container.sh HOST}
folder=${BED_FOLDER:-/bed} network=${BED_NETWORK:-10.79.0} hosts=${BED_HOSTS:-2}
# shellcheck disable=SC2034
name=${BED_NAME:-bed} slots=${BED_SLOTS:-2} memory=${BED_MEMORY:-4000} node_timeout=20 memory_limits=none

# A container starts the daemons of its own host only.
on() {
  [ "$1" = "$self" ] || fail "host $self cannot run a command on host $1"
  "${@:2}"
}

mkdir -p /run/sshd
if [ "$self" = 1 ]; then
  find "$folder" -mindepth 1 -delete
  write_records
  start munged 1
  start slurmctld 1
  start slurmrestd 1
fi
until_so "slurmctld answers" controller_answers
start slurmd "$self"
start sshd "$self"
trap 'exit 0' TERM INT
sleep infinity &
wait

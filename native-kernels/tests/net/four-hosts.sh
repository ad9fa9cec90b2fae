#!/usr/bin/env bash
# four-hosts.sh [--hosts N] [--slots N] [--rate RATE] [--clocks SECONDS] COMMAND ARGUMENT...
# Runs COMMAND on the first of N hosts (4) made of namespaces (hosts.sh). RATE (as tc writes it: 100mbit; default none)
# is the limit of each link, both ways. With --clocks the monotonic clock of each host is SECONDS ahead of the previous
# host's. COMMAND finds an environment in which plain mpirun.openmpi places SLOTS ranks (2) on each host.
# Ends with COMMAND's status, or with 77 and the reason if such hosts cannot be made. The caller sets a limit of time:
# four-hosts.sh timeout -k 5 60 mpirun.openmpi -n 8 PROGRAM
# Root is not needed if users may make namespaces.
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=hosts.sh
source "$(dirname "$0")/hosts.sh"

hosts=4 slots=2 rate=none clocks=0 network=10.77.0
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

if [ -z "${SLIPWAY_HOST:-}" ]; then
    check_namespaces
    exec {nothing}</dev/null
    start_first_host "$nothing" "$0" --hosts "$hosts" --slots "$slots" --rate "$rate" --clocks "$clocks" "$@"
    await_first_host
fi
unset SLIPWAY_HOST

make_switch
make_hosts
export OMPI_MCA_plm_rsh_agent="bash $bed/agent" OMPI_MCA_plm_rsh_no_tree_spawn=1 OMPI_MCA_orte_default_hostfile=$bed/hosts \
    OMPI_MCA_orte_tmpdir_base=/dev/shm OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 \
    OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1 \
    OMPI_MCA_pml=ob1 OMPI_MCA_osc=^ucx OMPI_MCA_btl=self,vader,tcp OMPI_MCA_btl_tcp_if_include=$network.0/24 \
    OMPI_MCA_oob_tcp_if_include=$network.0/24
"$@"

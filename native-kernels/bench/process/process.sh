#!/usr/bin/env bash
# slipway bench process [--json] [--check]: an empty call of an object beside a ping-pong of MPI (call_vs_mpi), 4 MiB there and back
# beside MPI's (bulk_vs_mpi), calls started a second to 8 servers (starts_per_s), and what 8 servers that wait take of the processors
# (idle_cores). Prints medians of 11 rounds with the goals; --check ends with status 1 if a goal was missed.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$here/../../target/cmake/bench
for option in "$@"; do
  case $option in
    --json | --check) ;;
    *)
      printf 'bench process knows --json and --check, not %s\n' "$option" >&2
      exit 2
      ;;
  esac
done
printf 'load: %s\n' "$(cut -d' ' -f1-3 /proc/loadavg)" >&2
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
  OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader OMPI_MCA_osc=^ucx
for ranks in 2 9; do mpirun.openmpi -n $ranks "$build/process-bench"; done | python3 "$here/process_report.py" "$@"

#!/usr/bin/env bash
# slipway bench process: an empty call of an object beside a ping-pong of MPI (call_vs_mpi), 4 MiB there and back beside MPI's
# (bulk_vs_mpi), calls started a second to 8 servers (starts_per_s), and what 8 servers that wait take of the processors
# (idle_cores). Prints a line of JSON for each number of ranks; medians of 11 rounds.
set -euo pipefail
build=$(cd "$(dirname "$0")/../.." && pwd)/target/cmake
printf 'load: %s\n' "$(cut -d' ' -f1-3 /proc/loadavg)" >&2
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
  OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_pml=ob1 OMPI_MCA_btl=self,vader OMPI_MCA_osc=^ucx
mpirun.openmpi -n 2 "$build/bench/process-bench"
mpirun.openmpi -n 9 "$build/bench/process-bench"

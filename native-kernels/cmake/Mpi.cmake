# The MPI that SLIPWAY_MPI names. The names of its wrapper and launcher (Debian's) steer FindMPI, unless the caller has
# set MPI_C_COMPILER; the header then proves that the requested MPI was found.
find_program(SLIPWAY_MPICC NAMES mpicc.${SLIPWAY_MPI} mpicc)
find_program(SLIPWAY_MPIEXEC NAMES mpirun.${SLIPWAY_MPI} mpiexec.${SLIPWAY_MPI} mpirun)
if(NOT MPI_C_COMPILER)
  set(MPI_C_COMPILER ${SLIPWAY_MPICC})
endif()
set(MPIEXEC_EXECUTABLE ${SLIPWAY_MPIEXEC} CACHE FILEPATH "Launcher of the tests")
set(MPI_CXX_SKIP_MPICXX ON)
find_package(MPI 3.0 REQUIRED COMPONENTS C)

include(CheckCSourceCompiles)
set(CMAKE_REQUIRED_LIBRARIES MPI::MPI_C)
string(TOUPPER ${SLIPWAY_MPI} slipway_mpi_macro)
if(slipway_mpi_macro STREQUAL "OPENMPI")
  set(slipway_mpi_macro OPEN_MPI)
endif()
check_c_source_compiles("#include <mpi.h>
#ifndef ${slipway_mpi_macro}
#error another MPI
#endif
int main(void) { return 0; }" SLIPWAY_MPI_IS_${slipway_mpi_macro})
unset(CMAKE_REQUIRED_LIBRARIES)
if(NOT SLIPWAY_MPI_IS_${slipway_mpi_macro})
  message(FATAL_ERROR "${MPI_C_COMPILER} is not ${SLIPWAY_MPI}; set MPI_C_COMPILER or SLIPWAY_MPI")
endif()

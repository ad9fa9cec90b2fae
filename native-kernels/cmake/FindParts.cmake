# MPI, zlib and libdeflate. FindMPI is steered to the wanted implementation by its wrapper and launcher names
# (Debian's), unless the caller has set MPI_C_COMPILER; the header then proves that it is the one asked for.
if(NOT SLIPWAY_MPI MATCHES "^(openmpi|mpich)$")
  message(FATAL_ERROR "SLIPWAY_MPI is \"${SLIPWAY_MPI}\"; it must be openmpi or mpich")
endif()
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

find_package(ZLIB REQUIRED)
add_library(slipway_inflate INTERFACE)
if(SLIPWAY_INFLATE STREQUAL "libdeflate")
  find_path(LIBDEFLATE_INCLUDE_DIR libdeflate.h REQUIRED)
  find_library(LIBDEFLATE_LIBRARY deflate REQUIRED)
  target_include_directories(slipway_inflate INTERFACE ${LIBDEFLATE_INCLUDE_DIR})
  target_link_libraries(slipway_inflate INTERFACE ${LIBDEFLATE_LIBRARY})
  target_compile_definitions(slipway_inflate INTERFACE SLIPWAY_LIBDEFLATE=1)
elseif(NOT SLIPWAY_INFLATE STREQUAL "zlib")
  message(FATAL_ERROR "SLIPWAY_INFLATE is \"${SLIPWAY_INFLATE}\"; it must be libdeflate or zlib")
endif()

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

# zlib always: plain gzip files are streams, which libdeflate does not read.
find_package(ZLIB REQUIRED)
if(NOT SLIPWAY_INFLATE MATCHES "^(auto|libdeflate|zlib)$")
  message(FATAL_ERROR "SLIPWAY_INFLATE is \"${SLIPWAY_INFLATE}\"; it must be auto, libdeflate or zlib")
endif()
list(APPEND CMAKE_MODULE_PATH ${PROJECT_SOURCE_DIR}/cmake)
set(slipway_codec ZLIB::ZLIB)
if(NOT SLIPWAY_INFLATE STREQUAL "zlib")
  find_package(libdeflate QUIET)
  if(libdeflate_FOUND)
    set(slipway_codec libdeflate::libdeflate)
  elseif(SLIPWAY_INFLATE STREQUAL "libdeflate")
    message(FATAL_ERROR "SLIPWAY_INFLATE is libdeflate, and libdeflate.h or the library is not found: "
      "install it (Debian: libdeflate-dev), name its prefix in CMAKE_PREFIX_PATH, or set SLIPWAY_INFLATE=zlib")
  else()
    message(STATUS "libdeflate is not found: BGZF blocks are decompressed by zlib, which is slower")
  endif()
endif()
message(STATUS "Codec of BGZF blocks: ${slipway_codec}")

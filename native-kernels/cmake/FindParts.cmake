# MPI, zlib, libdeflate and expat.
if(NOT SLIPWAY_MPI MATCHES "^(openmpi|mpich|none)$")
  message(FATAL_ERROR "SLIPWAY_MPI is \"${SLIPWAY_MPI}\"; it must be openmpi, mpich or none")
endif()
set(SLIPWAY_HAS_MPI ON)
if(SLIPWAY_MPI STREQUAL "none")
  set(SLIPWAY_HAS_MPI OFF)
  message(STATUS "No MPI: twophase, var-mc, tp-plan, match-orders and market-chain are left out")
else()
  include(cmake/Mpi.cmake)
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

# Reads the XML of graphs for stream-launch; nothing else needs it.
find_package(EXPAT QUIET)

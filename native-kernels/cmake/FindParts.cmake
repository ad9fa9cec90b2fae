# MPI, zlib, libdeflate, expat and libpq.
if(NOT SLIPWAY_MPI MATCHES "^(openmpi|mpich|none)$")
  message(FATAL_ERROR "SLIPWAY_MPI is \"${SLIPWAY_MPI}\"; it must be openmpi, mpich or none")
endif()
set(SLIPWAY_HAS_MPI ON)
if(SLIPWAY_MPI STREQUAL "none")
  set(SLIPWAY_HAS_MPI OFF)
  message(STATUS "No MPI: twophase, process, var-mc, tp-plan, match-orders and market-chain are left out")
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

# Reads the XML of graphs for stream-launch, and of requests for the exchange.
find_package(EXPAT QUIET)

# The exchange needs epoll, libpq and expat.
find_package(PostgreSQL QUIET)
set(SLIPWAY_HAS_EXCHANGE OFF)
if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux")
  message(STATUS "The exchange is left out: it is for Linux only (epoll)")
elseif(NOT EXPAT_FOUND)
  message(STATUS "expat is not found (Debian: libexpat1-dev): the exchange is left out")
elseif(NOT PostgreSQL_FOUND)
  message(STATUS "libpq is not found (Debian: libpq-dev): the exchange is left out")
else()
  set(SLIPWAY_HAS_EXCHANGE ON)
endif()

# FFTW is under the GPL, so only oocfft and fft3d link FFTW (ADR 0080).
if(NOT SLIPWAY_FFT MATCHES "^(fftw|mkl)$")
  message(FATAL_ERROR "SLIPWAY_FFT is \"${SLIPWAY_FFT}\"; it must be fftw or mkl")
endif()
find_package(FFTW3 QUIET)
if(NOT FFTW3_FOUND AND SLIPWAY_FFT STREQUAL "mkl")
  message(FATAL_ERROR "SLIPWAY_FFT is mkl, and libmkl_rt or its header fftw/fftw3.h is not found: install both (PyPI: mkl and "
    "mkl-include, into one folder) and name their prefix in CMAKE_PREFIX_PATH, or set SLIPWAY_FFT=fftw")
elseif(NOT FFTW3_FOUND)
  message(STATUS "FFTW is not found (Debian: libfftw3-dev): oocfft and fft3d are left out")
endif()

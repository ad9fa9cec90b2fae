# FFTW: https://www.fftw.org, version 3, in double and long double. Defines the targets FFTW3::double and, if available,
# FFTW3::long_double. With SLIPWAY_FFT=mkl, FFTW3::double is MKL, through the FFTW interface of MKL (libmkl_rt and the
# header below the folder fftw). This module is installed beside our CMake package, because neither library brings a
# module that serves both.
if("${SLIPWAY_FFT}" STREQUAL "mkl")
  find_path(FFTW3_INCLUDE_DIR fftw3.h PATH_SUFFIXES fftw mkl/fftw)
  find_library(FFTW3_LIBRARY NAMES mkl_rt libmkl_rt.so.2 libmkl_rt.so.3)
else()
  find_path(FFTW3_INCLUDE_DIR fftw3.h)
  find_library(FFTW3_LIBRARY NAMES fftw3)
endif()
find_library(FFTW3_LONG_DOUBLE_LIBRARY NAMES fftw3l)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FFTW3 REQUIRED_VARS FFTW3_LIBRARY FFTW3_INCLUDE_DIR)
mark_as_advanced(FFTW3_INCLUDE_DIR FFTW3_LIBRARY FFTW3_LONG_DOUBLE_LIBRARY)
if(FFTW3_FOUND AND NOT TARGET FFTW3::double)
  add_library(FFTW3::double UNKNOWN IMPORTED)
  set_target_properties(FFTW3::double PROPERTIES IMPORTED_LOCATION "${FFTW3_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${FFTW3_INCLUDE_DIR}")
  if(FFTW3_LONG_DOUBLE_LIBRARY)
    add_library(FFTW3::long_double UNKNOWN IMPORTED)
    set_target_properties(FFTW3::long_double PROPERTIES IMPORTED_LOCATION "${FFTW3_LONG_DOUBLE_LIBRARY}"
      INTERFACE_INCLUDE_DIRECTORIES "${FFTW3_INCLUDE_DIR}")
  endif()
endif()

# Installs the parts of the libraries that other programs need: archives, headers, pkg-config files, a CMake package,
# man pages. Each part belongs to one component, so that a packager can install components separately (cmake --install
# --component NAME):
#   runtime      shared libraries
#   development  headers, static libraries, pkg-config files, the CMake package; needs "runtime" if there is one
#   programs     var-mc, tp-plan, match-orders, market-chain, market-audit, var-backtest, make-bank, exchange-server, exchange-audit, exchange-load, exchange-session, stream-launch and its schema, stream-relay, process-stubs, and the licence of the real prices in make-bank
#   guard        slipway-guard, mpi-probe
#   manual       man pages
# The licence goes with each of them.
include(CMakePackageConfigHelpers)

# The headers of a library: include/slipway/NAME.h, and NAME_MORE.h where one has grown too long.
function(slipway_headers name result)
  file(GLOB headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/slipway/${name}.h
    ${PROJECT_SOURCE_DIR}/include/slipway/${name}_*.h)
  set(${result} ${headers} PARENT_SCOPE)
endfunction()

# Only the functions that the headers of a library declare are exported, by a version script made of them.
function(slipway_export_only_header name)
  slipway_headers(${name} headers)
  set(script ${PROJECT_BINARY_DIR}/exports/${name}.map)
  set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${headers})
  set(functions)
  foreach(header ${headers})
    file(STRINGS ${header} declarations REGEX "^[a-z].*[ *][a-z]+_[A-Za-z0-9_]+\\(")
    list(FILTER declarations EXCLUDE REGEX "^typedef ")
    list(TRANSFORM declarations REPLACE "^[^(]*[ *]([a-z]+_[A-Za-z0-9_]+)\\(.*" "\\1")
    list(APPEND functions ${declarations})
  endforeach()
  list(JOIN functions "; " functions)
  file(CONFIGURE OUTPUT ${script} CONTENT "{ global: ${functions}; local: *; };\n")
  target_link_options(${name}_shared PRIVATE "LINKER:--version-script=${script}")
  set_property(TARGET ${name}_shared APPEND PROPERTY LINK_DEPENDS ${script})
endfunction()

# -L and -l for library files, without -L where the compiler looks anyway.
function(slipway_link_flags result)
  set(flags)
  foreach(library ${ARGN})
    cmake_path(GET library PARENT_PATH folder)
    cmake_path(GET library STEM LAST_ONLY base)
    string(REGEX REPLACE "^lib" "" base ${base})
    if(NOT folder IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
      list(APPEND flags -L${folder})
    endif()
    list(APPEND flags -l${base})
  endforeach()
  list(REMOVE_DUPLICATES flags)
  list(JOIN flags " " flags)
  set(${result} ${flags} PARENT_SCOPE)
endfunction()

# The MPI that the library was built with, by its own flags: a pkg-config module named "mpi" could be any MPI of the
# machine.
if(SLIPWAY_HAS_MPI)
  slipway_link_flags(slipway_mpi_libs ${MPI_C_LIBRARIES})
  list(TRANSFORM MPI_C_INCLUDE_DIRS PREPEND -I OUTPUT_VARIABLE slipway_mpi_cflags)
  list(JOIN slipway_mpi_cflags " " slipway_mpi_cflags)
endif()
set(slipway_codec_files ${ZLIB_LIBRARIES})
if(NOT slipway_codec STREQUAL "ZLIB::ZLIB")
  set(slipway_codec_files ${LIBDEFLATE_LIBRARY} ${ZLIB_LIBRARIES})
endif()
slipway_link_flags(slipway_codec_libs ${slipway_codec_files})

# slipway_pkgconfig(NAME DESCRIPTION [VARIABLE VALUE]...): slipway-NAME.pc, with relative paths, so that the tree may
# move.
function(slipway_pkgconfig name description)
  cmake_parse_arguments(pc "" "CFLAGS;LIBS;LIBS_PRIVATE;REQUIRES_PRIVATE" "" ${ARGN})
  set(pc_name slipway-${name})
  set(pc_description ${description})
  file(RELATIVE_PATH pc_prefix /p/${CMAKE_INSTALL_LIBDIR}/pkgconfig /p)
  string(REGEX REPLACE "/$" "" pc_prefix ${pc_prefix})
  if(NOT SLIPWAY_SHARED) # then every program is linked statically, whether it asks for it or not
    set(pc_REQUIRES ${pc_REQUIRES_PRIVATE})
    string(APPEND pc_LIBS " ${pc_LIBS_PRIVATE}")
  endif()
  configure_file(${PROJECT_SOURCE_DIR}/cmake/library.pc.in ${PROJECT_BINARY_DIR}/pkgconfig/slipway-${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/pkgconfig/slipway-${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT development)
endfunction()

function(slipway_install_libraries)
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/slipway-native)
  foreach(name ${ARGN})
    install(TARGETS ${name} EXPORT slipway-native ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
    slipway_headers(${name} headers)
    install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/slipway COMPONENT development)
    if(SLIPWAY_SHARED)
      install(TARGETS ${name}_shared EXPORT slipway-native LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        COMPONENT runtime NAMELINK_COMPONENT development)
    endif()
  endforeach()
  install(FILES ${PROJECT_SOURCE_DIR}/include/slipway/progress.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/slipway
    COMPONENT development)
  slipway_pkgconfig(blockfile "Read and write block-compressed files (BGZF)" LIBS_PRIVATE ${slipway_codec_libs})
  slipway_pkgconfig(vecmath "Functions, random numbers and normals over arrays, by the best instructions of the processor"
    LIBS_PRIVATE -lm)
  slipway_pkgconfig(pricing "Values of financial instruments in blocks of scenarios" REQUIRES_PRIVATE slipway-vecmath
    LIBS_PRIVATE -lm)
  slipway_pkgconfig(riskmc "Value-at-risk of a portfolio by Monte Carlo with full revaluation"
    REQUIRES_PRIVATE slipway-pricing LIBS_PRIVATE -lm)
  slipway_pkgconfig(orderbook "Orders of several instruments matched by price and time")
  if(TARGET stream)
    slipway_pkgconfig(stream "Applications as graphs of kernels that pass records over links" LIBS_PRIVATE -pthread)
  endif()
  if(SLIPWAY_HAS_MPI)
    slipway_pkgconfig(twophase "All ranks of an MPI program read or write one file together"
      REQUIRES_PRIVATE slipway-blockfile CFLAGS ${slipway_mpi_cflags} LIBS ${slipway_mpi_libs})
  endif()
  if(TARGET process)
    slipway_pkgconfig(process "Objects that live as processes of their own behind remote pointers"
      CFLAGS ${slipway_mpi_cflags} LIBS ${slipway_mpi_libs} LIBS_PRIVATE -pthread)
  endif()

  if(TARGET pagedev)
    set(described "Arrays in pages on many disks, larger than memory, that survive any crash")
    if(TARGET process)
      slipway_pkgconfig(pagedev "${described}" REQUIRES_PRIVATE slipway-process CFLAGS ${slipway_mpi_cflags}
        LIBS ${slipway_mpi_libs} LIBS_PRIVATE "-pthread -lm")
    else()
      slipway_pkgconfig(pagedev "${described}" LIBS_PRIVATE -pthread)
    endif()
  endif()
  if(TARGET oocfft)
    slipway_link_flags(slipway_fft_libs ${FFTW3_LIBRARY})
    slipway_pkgconfig(oocfft "Fourier transforms in three dimensions, in memory and on page devices"
      REQUIRES_PRIVATE "slipway-pagedev, slipway-vecmath" LIBS_PRIVATE "${slipway_fft_libs} -pthread -lm")
  endif()

  install(EXPORT slipway-native NAMESPACE slipway:: FILE slipway-native-targets.cmake DESTINATION ${package}
    COMPONENT development)
  configure_package_config_file(cmake/slipway-native-config.cmake.in ${PROJECT_BINARY_DIR}/slipway-native-config.cmake
    INSTALL_DESTINATION ${package} NO_SET_AND_CHECK_MACRO PATH_VARS CMAKE_INSTALL_BINDIR)
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/slipway-native-config-version.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/slipway-native-config.cmake
    ${PROJECT_BINARY_DIR}/slipway-native-config-version.cmake cmake/Findlibdeflate.cmake cmake/FindFFTW3.cmake cmake/Classes.cmake
    DESTINATION ${package}
    COMPONENT development)
endfunction()

foreach(component runtime development programs guard manual)
  install(FILES ${PROJECT_SOURCE_DIR}/../LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT ${component})
endforeach()

# Installs the pages of man/ for the built targets, and for each further name in a page's list of names a page that
# refers to it.
function(slipway_install_manual)
  file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/man/*.[1-8])
  if(NOT SLIPWAY_HAS_MPI)
    list(FILTER pages EXCLUDE REGEX "/(twophase|tp_[a-z_]+)\\.3$")
  endif()
  if(NOT TARGET process)
    list(FILTER pages EXCLUDE REGEX "/(process|proc_[a-z_]+|process-stubs)\\.[13]$")
  endif()
  if(NOT TARGET var-mc)
    list(FILTER pages EXCLUDE REGEX "/(var-mc|tp-plan|match-orders)\\.1$")
  endif()
  if(NOT TARGET var-backtest)
    list(FILTER pages EXCLUDE REGEX "/var-backtest\\.1$")
  endif()
  foreach(program market-chain market-audit exchange-server exchange-audit exchange-load exchange-session)
    if(NOT TARGET ${program})
      list(FILTER pages EXCLUDE REGEX "/${program}\\.1$")
    endif()
  endforeach()
  if(NOT TARGET make-bank)
    list(FILTER pages EXCLUDE REGEX "/make-bank\\.1$")
  endif()
  if(NOT TARGET stream)
    list(FILTER pages EXCLUDE REGEX "/(stream|osf_[A-Za-z_]+)\\.3$")
  endif()
  if(NOT TARGET pagedev)
    list(FILTER pages EXCLUDE REGEX "/(pagedev|pgd_[a-z_]+)\\.3$")
  endif()
  if(NOT TARGET stream-relay)
    list(FILTER pages EXCLUDE REGEX "/stream-relay\\.1$")
  endif()
  if(NOT TARGET stream-launch)
    list(FILTER pages EXCLUDE REGEX "/(stream-launch\\.1|stream-graph\\.5)$")
  endif()
  if(NOT TARGET oocfft)
    list(FILTER pages EXCLUDE REGEX "/(oocfft|ooc_[a-z_]+)\\.3$")
  endif()
  if(NOT TARGET fft3d)
    list(FILTER pages EXCLUDE REGEX "/fft3d\\.1$")
  endif()
  if(NOT TARGET slipway-guard)
    list(FILTER pages EXCLUDE REGEX "/(slipway-guard|mpi-probe)\\.8$")
  endif()
  foreach(page ${pages})
    cmake_path(GET page STEM own)
    cmake_path(GET page EXTENSION section)
    string(SUBSTRING ${section} 1 -1 section)
    set(folder ${CMAKE_INSTALL_MANDIR}/man${section})
    install(FILES ${page} DESTINATION ${folder} COMPONENT manual)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
    file(STRINGS ${page} names REGEX "^\\.Nm [a-zA-Z_0-9]+( ,)?$")
    foreach(line ${names})
      string(REGEX REPLACE "^\\.Nm ([a-zA-Z_0-9]+).*" "\\1" name ${line})
      if(NOT name STREQUAL own)
        file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/man/${name}.${section} CONTENT ".so man${section}/${own}.${section}\n")
        install(FILES ${PROJECT_BINARY_DIR}/man/${name}.${section} DESTINATION ${folder} COMPONENT manual)
      endif()
    endforeach()
  endforeach()
endfunction()

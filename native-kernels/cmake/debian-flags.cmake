# cmake -C debian-flags.cmake: the settings of a Debian package's build: the flags that dpkg-buildflags gives, and a
# library folder for each architecture. The test `packager` of such a build checks that the flags hold.
execute_process(COMMAND gcc -print-multiarch OUTPUT_VARIABLE slipway_multiarch OUTPUT_STRIP_TRAILING_WHITESPACE)
set(CMAKE_BUILD_TYPE None CACHE STRING "")
set(CMAKE_INSTALL_PREFIX /usr CACHE PATH "")
cmake_path(APPEND slipway_libdir lib "${slipway_multiarch}")
set(CMAKE_INSTALL_LIBDIR ${slipway_libdir} CACHE PATH "")
set(CMAKE_C_FLAGS "-g -O2 -fstack-protector-strong -Wformat -Werror=format-security -D_FORTIFY_SOURCE=2" CACHE STRING "")
set(CMAKE_EXE_LINKER_FLAGS "-Wl,-z,relro -Wl,-z,now" CACHE STRING "")
set(CMAKE_SHARED_LINKER_FLAGS "-Wl,-z,relro -Wl,-z,now" CACHE STRING "")

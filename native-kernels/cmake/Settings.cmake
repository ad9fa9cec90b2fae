# Compiler settings of all targets. No -ffast-math and no contraction into fused multiply-add: the P&L of a scenario
# must have the same bits on any rank, in any block and any loop. The target is the baseline of the architecture, so
# that one binary runs on every node of a cluster. slipway_kernels (Parts.cmake) compiles some sources for better
# processors and for the baseline, with the same bits. The build type decides the optimisation.
add_library(slipway_settings INTERFACE)
target_compile_definitions(slipway_settings INTERFACE _GNU_SOURCE _FILE_OFFSET_BITS=64)
target_compile_options(slipway_settings INTERFACE -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes
  -Wmissing-prototypes -ffp-contract=off -fno-math-errno)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  target_compile_options(slipway_settings INTERFACE -fno-semantic-interposition)
endif()
if(SLIPWAY_WERROR)
  target_compile_options(slipway_settings INTERFACE -Werror)
endif()
if(SLIPWAY_SANITIZE)
  if(SLIPWAY_SANITIZE STREQUAL "thread")
    set(slipway_sanitizers thread)
  elseif(SLIPWAY_SANITIZE STREQUAL "address" OR SLIPWAY_SANITIZE STREQUAL "ON")
    set(slipway_sanitizers address,undefined)
  else()
    message(FATAL_ERROR "SLIPWAY_SANITIZE is \"${SLIPWAY_SANITIZE}\"; it must be OFF, address or thread")
  endif()
  target_compile_options(slipway_settings INTERFACE -g -fno-omit-frame-pointer -fsanitize=${slipway_sanitizers}
    -fno-sanitize-recover=all)
  target_link_options(slipway_settings INTERFACE -fsanitize=${slipway_sanitizers})
endif()

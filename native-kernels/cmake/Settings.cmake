# Compiler settings every target shares. No -ffast-math and no contraction into fused multiply-add: the P&L of a
# scenario must have the same bits whatever rank, block or loop shape computes it. The target is the baseline of
# the architecture, so that one binary runs on every node of a cluster. Optimisation is the build type's.
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
  target_compile_options(slipway_settings INTERFACE -g -fno-omit-frame-pointer -fsanitize=address,undefined
    -fno-sanitize-recover=all)
  target_link_options(slipway_settings INTERFACE -fsanitize=address,undefined)
endif()

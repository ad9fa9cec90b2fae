# Targets for a person or CI to run by name: format, format-check, lint. A target exists only if its tools are
# installed.
file(GLOB_RECURSE slipway_c_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*.h ${PROJECT_SOURCE_DIR}/src/*.[ch]
  ${PROJECT_SOURCE_DIR}/programs/*.[ch] ${PROJECT_SOURCE_DIR}/tests/*.[ch] ${PROJECT_SOURCE_DIR}/bench/*.[ch]
  ${PROJECT_SOURCE_DIR}/examples/*.[ch])
find_program(CLANG_FORMAT NAMES clang-format clang-format-14)
if(CLANG_FORMAT)
  add_custom_target(format COMMAND ${CLANG_FORMAT} -i ${slipway_c_files} VERBATIM)
  add_custom_target(format-check COMMAND ${CLANG_FORMAT} --dry-run --Werror ${slipway_c_files} VERBATIM)
endif()
# clang-tidy uses the compile commands of this build (.clang-tidy lists the checks). The target `lint` follows fewer paths
# through a function than `lint-deep`, which takes ten times as long and is run before a release.
find_program(CPPCHECK NAMES cppcheck)
find_program(RUN_CLANG_TIDY NAMES run-clang-tidy run-clang-tidy-14)
find_package(Python3 COMPONENTS Interpreter)
if(CPPCHECK AND RUN_CLANG_TIDY AND Python3_FOUND)
  cmake_host_system_information(RESULT slipway_cores QUERY NUMBER_OF_LOGICAL_CORES)
  add_custom_target(lint-commands COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/lint-commands.py
    ${PROJECT_BINARY_DIR} VERBATIM)
  add_custom_target(lint COMMAND ${PROJECT_SOURCE_DIR}/cmake/file-lengths.sh ${PROJECT_SOURCE_DIR}
    COMMAND ${CPPCHECK} --quiet --std=c11 --enable=warning,performance,portability --error-exitcode=1 --inline-suppr
      -j ${slipway_cores} -D__x86_64__=1 -D_GNU_SOURCE -DSLIPWAY_LIBDEFLATE=1 -I ${PROJECT_SOURCE_DIR}/include
      -I ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/programs ${PROJECT_SOURCE_DIR}/bench
      ${PROJECT_SOURCE_DIR}/examples
    COMMAND ${RUN_CLANG_TIDY} -quiet -j ${slipway_cores} -p ${PROJECT_BINARY_DIR}/lint -extra-arg=-Xclang
      -extra-arg=-analyzer-config -extra-arg=-Xclang -extra-arg=mode=shallow VERBATIM)
  add_custom_target(lint-deep COMMAND ${RUN_CLANG_TIDY} -quiet -j ${slipway_cores} -p ${PROJECT_BINARY_DIR}/lint VERBATIM)
  add_dependencies(lint lint-commands)
  add_dependencies(lint-deep lint-commands)
endif()

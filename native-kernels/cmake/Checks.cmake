# Targets for a person or CI to run by name: format, format-check, lint. Each exists only where its tool does.
file(GLOB_RECURSE slipway_c_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*.h ${PROJECT_SOURCE_DIR}/src/*.[ch]
  ${PROJECT_SOURCE_DIR}/programs/*.[ch] ${PROJECT_SOURCE_DIR}/tests/*.[ch] ${PROJECT_SOURCE_DIR}/bench/*.[ch])
find_program(CLANG_FORMAT NAMES clang-format clang-format-14)
if(CLANG_FORMAT)
  add_custom_target(format COMMAND ${CLANG_FORMAT} -i ${slipway_c_files} VERBATIM)
  add_custom_target(format-check COMMAND ${CLANG_FORMAT} --dry-run --Werror ${slipway_c_files} VERBATIM)
endif()
find_program(CPPCHECK NAMES cppcheck)
if(CPPCHECK)
  add_custom_target(lint COMMAND ${CPPCHECK} --quiet --std=c11 --enable=warning,performance,portability
    --error-exitcode=1 --inline-suppr -D__x86_64__=1 -D_GNU_SOURCE -DSLIPWAY_LIBDEFLATE=1 -I ${PROJECT_SOURCE_DIR}/include
    -I ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/programs ${PROJECT_SOURCE_DIR}/bench VERBATIM)
endif()

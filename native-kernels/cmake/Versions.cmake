# The public headers state the version that their callers were compiled for: PREFIX_VERSION, 10000 * major + 100 * minor + patch.
math(EXPR slipway_version_number
  "10000 * ${PROJECT_VERSION_MAJOR} + 100 * ${PROJECT_VERSION_MINOR} + ${PROJECT_VERSION_PATCH}")

# Refuses to configure where a header states another version than the project.
function(slipway_check_versions)
  foreach(name ${ARGN})
    set(header ${PROJECT_SOURCE_DIR}/include/slipway/${name}.h)
    file(STRINGS ${header} line REGEX "^#define [A-Z]+_VERSION [0-9]+$")
    if(NOT line MATCHES "^#define [A-Z]+_VERSION ${slipway_version_number}$")
      message(FATAL_ERROR "${header} states \"${line}\", and the version ${PROJECT_VERSION} is ${slipway_version_number}: "
        "raise project(VERSION) and the macro together")
    endif()
  endforeach()
endfunction()

# The building of each kind of part. Sources name each other's headers from src/ ("base/text.h") or from include/
# ("slipway/blockfile.h").

# slipway_part(NAME SOURCES...): objects that libraries and programs contain. A part is never installed, and its symbols
# are hidden.
function(slipway_part name)
  add_library(${name} OBJECT ${ARGN})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(${name} PRIVATE slipway_settings)
endfunction()

# slipway_kernels(NAME FILES...): parts that are the same sources, compiled for each level of the processor; at run time the
# library takes the best that the processor has. SLIPWAY_LEVEL becomes the end of each function's name (src/vecmath/lanes.h).
# The parts' names are returned in NAME_kernels. Processors other than x86-64 have the plain one only.
include(CheckCSourceCompiles)
check_c_source_compiles("#ifndef __x86_64__
#error another processor
#endif
int main(void) { return 0; }" SLIPWAY_X86_64)
function(slipway_kernels name)
  set(levels none)
  if(SLIPWAY_X86_64)
    list(APPEND levels avx2 avx512)
  endif()
  set(none_flags)
  set(avx2_flags -mavx2 -mfma)
  set(avx512_flags -mavx2 -mfma -mavx512f -mavx512dq -mavx512vl -mavx512bw -mprefer-vector-width=512)
  set(parts)
  foreach(level ${levels})
    slipway_part(${name}_${level} ${ARGN})
    string(TOUPPER ${level} macro)
    target_compile_definitions(${name}_${level} PRIVATE SLIPWAY_LEVEL=${level} SLIPWAY_LEVEL_${macro}=1)
    target_compile_options(${name}_${level} PRIVATE ${${level}_flags})
    list(APPEND parts ${name}_${level})
  endforeach()
  # The target lint reads each source at the plain level and at the widest.
  if(TARGET ${name}_avx2)
    set_target_properties(${name}_avx2 PROPERTIES EXPORT_COMPILE_COMMANDS OFF)
  endif()
  set(${name}_kernels ${parts} PARENT_SCOPE)
endfunction()

# slipway_library(NAME CONTAINS parts... SOURCES files... KERNELS files...): the static library libslipway-NAME.a and,
# of the same objects, the shared library; slipway_kernels builds KERNELS. The public header is include/slipway/NAME.h:
# the shared library exports only the functions that this header declares.
function(slipway_library name)
  cmake_parse_arguments(library "" "" "CONTAINS;SOURCES;KERNELS" ${ARGN})
  if(library_KERNELS)
    slipway_kernels(${name} ${library_KERNELS})
  endif()
  set(objects)
  foreach(part ${library_CONTAINS} ${${name}_kernels})
    list(APPEND objects $<TARGET_OBJECTS:${part}>)
  endforeach()
  add_library(${name}_objects OBJECT ${library_SOURCES})
  set_target_properties(${name}_objects PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${name}_objects PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(${name}_objects PRIVATE slipway_settings)
  add_library(${name} STATIC $<TARGET_OBJECTS:${name}_objects> ${objects})
  set_target_properties(${name} PROPERTIES OUTPUT_NAME slipway-${name} EXPORT_NAME ${name}-static LINKER_LANGUAGE C)
  set(forms ${name})
  if(SLIPWAY_SHARED)
    add_library(${name}_shared SHARED $<TARGET_OBJECTS:${name}_objects> ${objects})
    set_target_properties(${name}_shared PROPERTIES OUTPUT_NAME slipway-${name} EXPORT_NAME ${name} LINKER_LANGUAGE C
      VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} INSTALL_RPATH "$ORIGIN")
    target_link_libraries(${name}_shared PRIVATE $<BUILD_INTERFACE:slipway_settings>)
    slipway_export_only_header(${name})
    list(APPEND forms ${name}_shared)
  endif()
  foreach(form ${forms})
    target_include_directories(${form} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
      $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  endforeach()
endfunction()

# slipway_library_links(NAME PUBLIC|PRIVATE targets...): the libraries that both forms of a library need. Our libraries
# are named by their static form; the shared form then links the shared one.
function(slipway_library_links name scope)
  target_link_libraries(${name}_objects ${scope} ${ARGN})
  target_link_libraries(${name} ${scope} ${ARGN})
  if(SLIPWAY_SHARED)
    foreach(needed ${ARGN})
      if(TARGET ${needed}_shared)
        set(needed ${needed}_shared)
      endif()
      target_link_libraries(${name}_shared ${scope} ${needed})
    endforeach()
  endif()
endfunction()

# slipway_program(NAME SOURCES...): target/cmake/NAME, from sources in any folder.
function(slipway_program name)
  add_executable(${name} ${ARGN})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${name} PRIVATE slipway_settings)
endfunction()

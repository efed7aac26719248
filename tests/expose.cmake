# Copies a source of core with some of its constants made variables, and a function behind it that finds them.
#
#   cmake -D SOURCE=host.c -D OUTPUT=copy.c -D STEM=host -D "CONSTANTS=HOST_FORWARD;rates[0].forward" -P expose.cmake
#
# A constant that the source no longer has is an error: the list in CMakeLists.txt is to be mended then.
file(READ ${SOURCE} text)
set(places "")
foreach(constant IN LISTS CONSTANTS)
  string(REGEX MATCH "^[A-Za-z_0-9]+" variable "${constant}")
  if(text MATCHES "static const ((double|struct [a-z_]+) ${variable}[ [])")
    string(REGEX REPLACE "static const ((double|struct [a-z_]+) ${variable}[ [])" "static \\1" text "${text}")
  elseif(NOT text MATCHES "static (double|struct [a-z_]+) ${variable}[ [=]")
    message(FATAL_ERROR "${SOURCE} has no constant ${variable}: mend the list in tests/CMakeLists.txt or tests/fit")
  endif()
  string(APPEND places "        &${constant},\n")
endforeach()
string(APPEND text "\n/* For the fit and for tests alone: where its constants are. */\ndouble *exposed_${STEM}(int place);\n"
  "double *exposed_${STEM}(int place)\n{\n    static double *const places[] = {\n${places}    };\n    return places[place];\n}\n")
file(WRITE ${OUTPUT} "${text}")

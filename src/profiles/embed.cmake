# Turns files into one C source that defines builtin_files[] (builtin.h).
#
#   cmake -D LIST=<file> -D OUTPUT=<file.c> -P embed.cmake
#
# Each line of LIST is "<path to show>=<file to read>". It is a CMake script, not a program, so that it also runs when the
# compiler builds for another machine.

file(STRINGS "${LIST}" entries)
set(arrays "")
set(rows "")
set(index 0)
foreach(entry IN LISTS entries)
  string(FIND "${entry}" "=" middle)
  string(SUBSTRING "${entry}" 0 ${middle} path)
  math(EXPR middle "${middle} + 1")
  string(SUBSTRING "${entry}" ${middle} -1 file)

  file(READ "${file}" hex HEX)
  file(SIZE "${file}" length)
  string(REGEX REPLACE "(................................)" "\\1\n" hex "${hex}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")

  string(APPEND arrays "static const unsigned char bytes_${index}[] = {\n${bytes}0x00};\n\n")
  string(APPEND rows "    {\"${path}\", bytes_${index}, ${length}},\n")
  math(EXPR index "${index} + 1")
endforeach()

file(WRITE "${OUTPUT}" "/* Made from presets/ and themes/ by embed.cmake. */
#include \"profiles/builtin.h\"

${arrays}const struct builtin_file builtin_files[] = {
${rows}    {0},
};
const size_t builtin_file_count = ${index};
")

# cmake -DNAME=... -DIN=FILE -DOUT=FILE.c -P embed.cmake: the bytes of a file as the C array NAME, with NAME_bytes beside it.
file(READ ${IN} hex HEX)
string(REGEX REPLACE "(................................................................)" "\\1\"\n    \"" lines "${hex}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" lines "${lines}")
file(WRITE ${OUT} "#include \"embedded.h\"\n\nconst char ${NAME}[] = \"${lines}\";\nconst size_t ${NAME}_bytes = sizeof ${NAME} - 1;\n")

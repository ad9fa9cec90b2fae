# cmake -DNAME=... -DIN=FILE -DOUT=FILE.c -P embed.cmake: the text of a file as the C string NAME.
file(READ ${IN} hex HEX)
string(REGEX REPLACE "(................................................................)" "\\1\"\n    \"" lines "${hex}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" lines "${lines}")
file(WRITE ${OUT} "extern const char ${NAME}[];\nconst char ${NAME}[] = \"${lines}\";\n")

# cmake -DIN=FILE -DOUT=FILE.c -P embed.cmake: a text as ooc_wisdom. Each line of the text becomes a string.
file(READ ${IN} text)
string(REPLACE "\\" "\\\\" text "${text}")
string(REPLACE "\"" "\\\"" text "${text}")
string(REPLACE "\n" "\\n\"\n    \"" text "${text}")
file(WRITE ${OUT} "#include \"wisdom.h\"\n\nconst char ooc_wisdom[] = \"${text}\";\n")

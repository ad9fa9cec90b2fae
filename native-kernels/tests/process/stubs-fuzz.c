/* SPDX-License-Identifier: Apache-2.0 */
/* stubs-fuzz --cases N --seed S: descriptions of classes that are damaged. Each is refused by file and line, or gives
 * three files. */
#include "process-stubs/model.h"

#include "stream/damage.h"

static const char right[] =
    "class Page # of bytes\npersistent\nnew (i64 bytes)\nnew filled (bytes contents)\n"
    "read (i64 at_byte, text name) -> (bytes contents, f64[] values, i64[] places)\n"
    "all () -> (remote Page[] all, remote Page next)\nfunction add (u64 a, i32 b) -> (f64 sum)\n";

static void check_files(const struct class *class) {
    char *(*const writers[])(const struct class *) = {write_header, write_client, write_server};
    for (size_t i = 0; i < sizeof writers / sizeof writers[0]; i++) {
        char *text = writers[i](class);
        if (text == NULL || strstr(text, class->name) == NULL)
            wrong("a file is missing");
        free(text);
    }
}

static void run_case(void) {
    char bytes[2 * sizeof right];
    struct sw_failure f = {.status = STATUS_OK};
    const struct folders none = {NULL, 0};
    memcpy(bytes, right, sizeof right - 1);
    const char *path = nameless_file(bytes, damage(bytes, sizeof right - 1, sizeof bytes));
    struct class *class = class_read(path, &none, &f);
    if (class != NULL)
        check_files(class);
    else if (f.status != STATUS_CONTENT || strstr(f.text, "line ") == NULL)
        wrong("refused without a place: %s", f.text);
    class_free(class);
}

int main(int argc, char **argv) {
    return damage_main(argc, argv, run_case);
}

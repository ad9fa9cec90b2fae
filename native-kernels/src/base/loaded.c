/* SPDX-License-Identifier: Apache-2.0 */
#include "base/loaded.h"

#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>

struct names {
    char *text; /* names one behind another, each with a NUL */
    size_t used;
};

static int add_name(struct dl_phdr_info *library, size_t size, void *data) {
    (void)size;
    struct names *names = data;
    const size_t bytes = strlen(library->dlpi_name) + 1;
    char *grown = bytes > 1 ? realloc(names->text, names->used + bytes) : NULL;
    if (grown == NULL)
        return 0;
    memcpy(grown + names->used, library->dlpi_name, bytes);
    names->text = grown;
    names->used += bytes;
    return 0;
}

void sw_keep_loaded(void) {
    struct names names = {NULL, 0};
    /* The walk over the list opens no library: a thread in dlopen would wait for this one, and this one for that
     * thread. */
    dl_iterate_phdr(add_name, &names);
    for (size_t at = 0; at < names.used; at += strlen(names.text + at) + 1)
        dlopen(names.text + at, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    free(names.text);
}

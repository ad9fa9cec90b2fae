/* SPDX-License-Identifier: Apache-2.0 */
/* The elements of an answer, as this very server writes them: all texts are escaped, so that "<" begins a tag. */
#include "session.h"

#include <stdlib.h>
#include <string.h>

static const char *find(const char *at, const char *end, const char *text) {
    return at < end ? memmem(at, (size_t)(end - at), text, strlen(text)) : NULL;
}

/* Reads the number of the last attribute `id` of a tag. */
static uint64_t id_of(const char *at, const char *end) {
    uint64_t id = 0;
    while ((at = find(at, end, " id=\"")) != NULL)
        id = strtoull(at += 5, NULL, 10);
    return id;
}

bool element_is(const struct element *element, const char *name) {
    return strlen(name) == element->name_bytes && strncmp(element->name, name, element->name_bytes) == 0;
}

/* Returns the position behind the end of ELEMENT. The first tag of ELEMENT ends before AT. */
static const char *skip(const struct element *element, const char *at, const char *end) {
    char closing[40];
    const int length = snprintf(closing, sizeof closing, "</%.*s>", (int)element->name_bytes, element->name);
    const char *found = length < (int)sizeof closing ? find(at, end, closing) : NULL;
    return found != NULL ? found + length : end;
}

bool next_element(const char **at, const char *end, struct element *element) {
    *element = (struct element){.id = 0};
    const char *tag = *at;
    while (tag < end && *tag != '<')
        tag++;
    const char *close = tag < end ? memchr(tag, '>', (size_t)(end - tag)) : NULL;
    if (close == NULL || tag[1] == '/')
        return false;
    element->name = tag + 1;
    while (element->name + element->name_bytes < close && strchr(" />", element->name[element->name_bytes]) == NULL)
        element->name_bytes++;
    element->id = id_of(tag, close);
    if (close[-1] == '/') {
        *at = close + 1;
        return true;
    }
    if (element_is(element, "results")) { /* go on with the elements inside */
        *at = close + 1;
        return next_element(at, end, element);
    }
    const size_t text = strcspn(close + 1, "<");
    snprintf(element->text, sizeof element->text, "%.*s", (int)(text < sizeof element->text ? text : 159), close + 1);
    *at = skip(element, close + 1, end);
    return true;
}

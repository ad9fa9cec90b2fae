/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Damaged XML of graphs: stream-launch must read any bytes without harm, and the parts of a document without problems
 * must fit each other.
 *
 *     graph-fuzz [--cases N] [--seed S]
 */
#include "../programs/stream-launch/document.h"
#include "damage.h"

#include <fcntl.h>

static const char right[] =
    "<?xml version=\"1.0\"?>\n<graph xmlns=\"urn:slipway:stream-graph:1\" name=\"prices\">\n"
    "<network name=\"lan\" subnet=\"10.0.0.0/24\"/><host name=\"one\" here=\"yes\" address=\"10.0.0.1\" slots=\"2\"/>\n"
    "<host name=\"two\" address=\"10.0.0.2\" slots=\"4\" ports=\"100-200\"><on network=\"lan\" address=\"10.1.0.2\"/>"
    "</host>\n<kernel name=\"a\" host=\"one\" program=\"p\"><argument>--x &amp; y</argument>"
    "<variable name=\"V\" value=\"1\"/></kernel>\n"
    "<kernel name=\"b\" number=\"5\" hosts=\"one two\" program=\"q\" copies=\"2\" loss=\"tolerate\"/>\n"
    "<kernel name=\"c\" number=\"2\" with=\"a\" turns=\"yes\"/>\n"
    "<kernel name=\"d\" number=\"7\" host=\"two\" program=\"m\" ranks=\"3\" streams=\"all\" network=\"lan\"/>\n"
    "<link from=\"a\" to=\"b\" kind=\"divide\" room=\"4096\"/><link from=\"b\" to=\"c\" transport=\"tcp\"/>\n"
    "<link from=\"b\" to=\"d\" kind=\"duplicate\" via=\"two\" network=\"lan\"/>\n"
    "<link from=\"c\" to=\"a\" feedback=\"yes\" transport=\"process\"/>\n</graph>\n";

/* Swaps words, to get past the XML parser more often. */
static size_t swap_words(char *text, size_t count) {
    static const char *const words[] = {"\"a\"",   "\"b\"",   "\"c\"",   "\"d\"", "\"one\"",
                                        "\"two\"", "\"lan\"", "\"yes\"", "\"0\""};
    for (size_t times = draw_size(3); times > 0; times--) {
        const char *word = words[draw(sizeof words / sizeof words[0])];
        const size_t bytes = strlen(word);
        char *at = memchr(text + draw(count), '"', count / 2);
        char *end = at == NULL || at + 1 >= text + count ? NULL : memchr(at + 1, '"', (size_t)(text + count - at - 1));
        if (end == NULL)
            continue;
        end++;
        memmove(at + bytes, end, (size_t)(text + count - end));
        memcpy(at, word, bytes);
        count = (size_t)((long)count + (long)bytes - (end - at));
    }
    return count;
}

static void check_parts(const struct document *d) {
    for (size_t i = 0; i < d->link_count; i++) {
        if (d->links[i].from < 0 || d->links[i].from >= (int)d->kernel_count || d->links[i].to_count == 0)
            wrong("a link leads from nowhere, or to nowhere");
        for (size_t j = 0; j < d->links[i].to_count; j++)
            if (d->links[i].to[j] < 0 || d->links[i].to[j] >= (int)d->kernel_count)
                wrong("a link leads to nowhere");
    }
    for (size_t i = 0; i < d->kernel_count; i++)
        for (int copy = 0; copy < document_copies(&d->kernels[i]) && copy < 100; copy++) {
            const int host = document_host(d, (int)i, copy);
            if (host < 0 || host >= (int)d->host_count)
                wrong("kernel %s has no host", d->kernels[i].name);
        }
}

static unsigned long long accepted;

static void run_case(void) {
    static char text[3 * sizeof right];
    memcpy(text, right, sizeof right);
    size_t count = swap_words(text, sizeof right - 1);
    if (draw(3) > 0)
        count = damage(text, count, sizeof text);
    struct problems problems = {"case", 0};
    struct document document;
    if (document_read(nameless_file(text, count), &document, &problems) && problems.count == 0) {
        check_parts(&document);
        accepted++;
    }
    document_free(&document);
}

int main(int argc, char **argv) {
    const int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    damage_errors = dup(2);
    if (nowhere < 0 || damage_errors < 0 || dup2(nowhere, 2) < 0)
        return EXIT_FAILURE;
    const int status = damage_main(argc, argv, run_case);
    printf("%llu graphs had no problem\n", accepted);
    return status == EXIT_SUCCESS && argc > 2 && accepted == 0 ? EXIT_FAILURE : status;
}

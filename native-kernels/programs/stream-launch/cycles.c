/* SPDX-License-Identifier: Apache-2.0 */
/* Cycles: a link is declared a feedback exactly if it closes a cycle. */
#include "document.h"

#include <stdio.h>
#include <stdlib.h>

/* A search from kernel to kernel, along links that are not feedbacks. */
struct search {
    const struct document *document;
    unsigned char *state; /* of each kernel: 0 not seen, 1 being searched, 2 done */
    int *way;
    size_t steps;
    struct problems *problems;
};

static void tell_cycle(const struct search *search, const struct link *link, int closed) {
    char text[400] = "";
    int used = 0;
    size_t at = search->steps;
    while (at > 0 && search->way[at - 1] != closed)
        at--;
    for (size_t i = at == 0 ? 0 : at - 1; i < search->steps && used < 300; i++)
        used +=
            snprintf(text + used, sizeof text - (size_t)used, "%s -> ", search->document->kernels[search->way[i]].name);
    problem(search->problems, link->line, "add feedback=\"yes\" to the link that leads back",
            "the link closes a cycle: %s%s", text, search->document->kernels[closed].name);
}

static void walk(struct search *search, int kernel) {
    const struct document *d = search->document;
    search->state[kernel] = 1;
    search->way[search->steps++] = kernel;
    for (size_t i = 0; i < d->link_count; i++) {
        const struct link *link = &d->links[i];
        for (size_t j = 0; link->from == kernel && !link->feedback && j < link->to_count; j++) {
            if (search->state[link->to[j]] == 1)
                tell_cycle(search, link, link->to[j]);
            else if (search->state[link->to[j]] == 0)
                walk(search, link->to[j]);
        }
    }
    search->steps--;
    search->state[kernel] = 2;
}

/* Returns whether records can come from kernel FROM to TO, over links that are not feedbacks. */
static bool reaches(struct search *search, int from, int to) {
    for (size_t i = 0; i < search->document->kernel_count; i++)
        search->state[i] = 0;
    walk(search, from);
    return search->state[to] == 2;
}

void document_check_cycles(const struct document *document, struct problems *problems) {
    struct search search = {document, calloc(document->kernel_count, 1), calloc(document->kernel_count, sizeof(int)), 0,
                            problems};
    if (search.state == NULL || search.way == NULL)
        problem(problems, 0, "end other programs", "there is no memory to check it");
    for (size_t i = 0; problems->count == 0 && i < document->kernel_count; i++)
        if (search.state[i] == 0)
            walk(&search, (int)i);
    for (size_t i = 0; problems->count == 0 && i < document->link_count; i++) {
        const struct link *link = &document->links[i];
        bool closes = !link->feedback;
        for (size_t j = 0; j < link->to_count && !closes; j++)
            closes = reaches(&search, link->to[j], link->from);
        if (!closes)
            problem(problems, link->line, "leave feedback out", "the link is called a feedback and closes no cycle");
    }
    free(search.state);
    free(search.way);
}

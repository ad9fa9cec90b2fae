/* SPDX-License-Identifier: Apache-2.0 */
/* Questions about a document. */
#include "document.h"

int document_process(const struct document *document, int kernel) {
    const int with = document->kernels[kernel].with;
    return with == NOBODY ? kernel : with;
}

int document_copies(const struct kernel *kernel) {
    return kernel->ranks == 0 ? kernel->copies : kernel->all_ranks ? kernel->ranks : 1;
}

int document_host(const struct document *document, int kernel, int copy) {
    const struct kernel *process = &document->kernels[document_process(document, kernel)];
    if (process->host_count == 0)
        return NOBODY;
    if (process->ranks == 0)
        return process->hosts[(size_t)copy % process->host_count];
    for (size_t i = 0; i < process->host_count; i++) {
        copy -= document->hosts[process->hosts[i]].slots;
        if (copy < 0)
            return process->hosts[i];
    }
    return process->hosts[process->host_count - 1];
}

const char *document_address(const struct document *document, int host, int network) {
    const struct host *known = &document->hosts[host];
    for (size_t i = 0; i < known->on_count; i++)
        if (known->on[i].network == network)
            return known->on[i].address;
    return NULL;
}

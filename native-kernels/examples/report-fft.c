/* SPDX-License-Identifier: Apache-2.0 */
/* The program of Givelberg's report, "Process-oriented parallel programming with an application to data-intensive
 * computing", from Page to FFT3. docs/processes.md shows the listings of the report beside the parts of this file.
 * report-fft-main.c runs the program. */
#include "report-fft/master.h"

#include "ArrayDevice.h"

#include <complex.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- 2.1 Data pages --- */

enum { COMPLEX = 2 * sizeof(double), ALIGNED = 4096 };

struct Page {
    size_t n;
    unsigned char *data;
};

struct ArrayPage {
    struct Page page;
    int n1, n2, n3;
};

/* Swaps dimension WITH (1 or 2) of a block of n1 x n2 x n3 with dimension 3, and writes the result to TO. */
static void transpose(const struct ArrayPage *block, int with, double *to) {
    const size_t n1 = (size_t)block->n1, n2 = (size_t)block->n2, n3 = (size_t)block->n3;
    for (size_t i1 = 0; i1 < n1; i1++)
        for (size_t i2 = 0; i2 < n2; i2++)
            for (size_t i3 = 0; i3 < n3; i3++) {
                const size_t at = with == 1 ? (i3 * n2 + i2) * n1 + i1 : (i1 * n3 + i3) * n2 + i2;
                memcpy(to + 2 * at, block->page.data + ((i1 * n2 + i2) * n3 + i3) * COMPLEX, COMPLEX);
            }
}

/* --- 2.2 Storage devices, 4.3 caching --- */

struct PageDevice {
    char *filename;
    size_t number_of_pages, page_size;
    int file_descriptor;
    unsigned char *scratch;             /* a page, for direct I/O and transposes */
    int n1, n2, n3;                     /* the size of a page, for an ArrayPageDevice */
    size_t number_of_cache_pages, next; /* for an ArrayDevice */
    uint64_t cached[256];               /* the number of the page in each place of the cache, plus 1; 0: no page */
    struct Page cache;
};
struct ArrayPageDevice {
    struct PageDevice device;
};
struct ArrayDevice {
    struct ArrayPageDevice device;
};

static proc_err open_device(struct PageDevice **made, const char *filename, uint64_t pages, struct ArrayPage page,
                            size_t cache_pages, struct proc_error *error) {
    struct PageDevice *self = *made = calloc(1, sizeof *self);
    const int flags = O_RDWR | O_CREAT | O_CLOEXEC;
    *self = (struct PageDevice){strdup(filename),
                                (size_t)pages,
                                page.page.n,
                                -1,
                                proc_buffer_new(page.page.n, error),
                                page.n1,
                                page.n2,
                                page.n3,
                                cache_pages < 256 ? cache_pages : 256,
                                0,
                                {0},
                                {0, NULL}};
    if (cache_pages > 0)
        self->cache.data = proc_buffer_new(self->number_of_cache_pages * self->page_size, error);
    self->file_descriptor = self->page_size % ALIGNED == 0 ? open(filename, flags | O_DIRECT, 0600) : -1;
    if (self->file_descriptor < 0) /* some file systems have no direct I/O, and direct I/O needs aligned pages */
        self->file_descriptor = open(filename, flags, 0600);
    if (self->scratch != NULL &&
        ftruncate(self->file_descriptor, (off_t)(self->number_of_pages * self->page_size)) == 0)
        return PROC_OK;
    return proc_fail(error, PROC_ERR_METHOD, "%s: %s", filename, strerror(errno));
}

proc_err PageDevice_do_new(struct PageDevice **self, struct PageDevice_new *call, struct proc_error *error) {
    const struct ArrayPage page = {{call->page_size, NULL}, 0, 0, 0};
    return open_device(self, call->filename, call->number_of_pages, page, 0, error);
}

static struct ArrayPage block(int n1, int n2, int n3) {
    return (struct ArrayPage){{(size_t)n1 * (size_t)n2 * (size_t)n3 * COMPLEX, NULL}, n1, n2, n3};
}

proc_err ArrayPageDevice_do_new(struct ArrayPageDevice **self, struct ArrayPageDevice_new *call,
                                struct proc_error *error) {
    return open_device((struct PageDevice **)self, call->filename, call->number_of_pages,
                       block(call->n1, call->n2, call->n3), 0, error);
}

proc_err ArrayDevice_do_new(struct ArrayDevice **self, struct ArrayDevice_new *call, struct proc_error *error) {
    return open_device((struct PageDevice **)self, call->filename, call->number_of_pages,
                       block(call->n1, call->n2, call->n3), (size_t)call->number_of_cache_pages, error);
}

void PageDevice_do_destroy(struct PageDevice *self) {
    close(self->file_descriptor);
    proc_buffer_free(self->scratch);
    proc_buffer_free(self->cache.data);
    free(self->filename);
    free(self);
}

void ArrayPageDevice_do_destroy(struct ArrayPageDevice *self) {
    PageDevice_do_destroy(&self->device);
}

void ArrayDevice_do_destroy(struct ArrayDevice *self) {
    ArrayPageDevice_do_destroy(&self->device);
}

/* Returns the place of page INDEX in the cache, or -1. */
static int find_cached(const struct PageDevice *self, uint64_t index) {
    int i = (int)self->number_of_cache_pages - 1;
    while (i >= 0 && self->cached[i] != index + 1)
        i--;
    return i;
}

static bool is_wrong(const struct PageDevice *self, uint64_t index, size_t bytes, struct proc_error *error) {
    if (index < self->number_of_pages && bytes == self->page_size)
        return false;
    proc_fail(error, PROC_ERR_METHOD, "%s has %zu pages of %zu bytes, and no page %llu of %zu", self->filename,
              self->number_of_pages, self->page_size, (unsigned long long)index, bytes);
    return true;
}

proc_err PageDevice_do_write(struct PageDevice *self, struct PageDevice_write *call, struct proc_error *error) {
    const int place = find_cached(self, call->page_index);
    if (is_wrong(self, call->page_index, call->page.bytes, error))
        return PROC_ERR_METHOD;
    if (place >= 0)
        self->cached[place] = 0;
    memmove(self->scratch, call->page.at, self->page_size); /* the argument may lie anywhere */
    if (pwrite(self->file_descriptor, self->scratch, self->page_size, (off_t)(call->page_index * self->page_size)) ==
        (ssize_t)self->page_size)
        return PROC_OK;
    return proc_fail(error, PROC_ERR_METHOD, "%s: %s", self->filename, strerror(errno));
}

static proc_err read_file(const struct PageDevice *self, uint64_t index, void *to, struct proc_error *error) {
    if (pread(self->file_descriptor, to, self->page_size, (off_t)(index * self->page_size)) == (ssize_t)self->page_size)
        return PROC_OK;
    return proc_fail(error, PROC_ERR_METHOD, "%s: %s", self->filename, strerror(errno));
}

proc_err PageDevice_do_read(struct PageDevice *self, struct PageDevice_read *call, struct proc_error *error) {
    const int place = find_cached(self, call->page_index);
    if (is_wrong(self, call->page_index, call->page.room, error))
        return PROC_ERR_METHOD;
    call->page.bytes = self->page_size;
    if (place < 0)
        return read_file(self, call->page_index, call->page.at, error);
    memcpy(call->page.at, self->cache.data + (size_t)place * self->page_size, self->page_size);
    return PROC_OK;
}

proc_err ArrayDevice_do_read_into_cache(struct ArrayDevice *array, struct ArrayDevice_read_into_cache *call,
                                        struct proc_error *error) {
    struct PageDevice *self = &array->device.device;
    if (self->number_of_cache_pages == 0 || find_cached(self, call->page_index) >= 0)
        return PROC_OK;
    const size_t place = self->next++ % self->number_of_cache_pages;
    const proc_err code = read_file(self, call->page_index, self->cache.data + place * self->page_size, error);
    self->cached[place] = code == PROC_OK ? call->page_index + 1 : 0;
    return code;
}

/* Reads a page, swaps its dimension WITH (1 or 2) with dimension 3, and puts the result into INTO. */
static proc_err read_transposed(struct PageDevice *self, uint64_t index, int with, struct proc_into *into,
                                struct proc_error *error) {
    struct PageDevice_read call = {.page_index = index, .page = {self->scratch, into->room, 0}};
    const struct ArrayPage page = {{self->page_size, self->scratch}, self->n1, self->n2, self->n3};
    if (PageDevice_do_read(self, &call, error) != PROC_OK)
        return PROC_ERR_METHOD;
    transpose(&page, with, into->at);
    into->bytes = self->page_size;
    return PROC_OK;
}

static proc_err write_transposed(struct PageDevice *self, struct proc_bytes from, uint64_t index, int with,
                                 struct proc_error *error) {
    struct ArrayPage page = {{from.bytes, (unsigned char *)(uintptr_t)from.at}, self->n3, self->n2, self->n1};
    if (with == 2)
        page = (struct ArrayPage){page.page, self->n1, self->n3, self->n2};
    if (is_wrong(self, index, from.bytes, error))
        return PROC_ERR_METHOD;
    transpose(&page, with, (double *)(void *)self->scratch);
    struct PageDevice_write call = {.page = {self->scratch, from.bytes}, .page_index = index};
    return PageDevice_do_write(self, &call, error);
}

#define OF(class, method) struct class *self, struct class##_##method *call, struct proc_error *error

#define TRANSPOSED(with, name)                                                                                         \
    proc_err ArrayPageDevice_do_read##name(OF(ArrayPageDevice, read##name)) {                                          \
        return read_transposed(&self->device, call->page_index, with, &call->page, error);                             \
    }                                                                                                                  \
    proc_err ArrayPageDevice_do_write##name(OF(ArrayPageDevice, write##name)) {                                        \
        return write_transposed(&self->device, call->page, call->page_index, with, error);                             \
    }
TRANSPOSED(1, _transpose13)
TRANSPOSED(2, _transpose23)

/* --- 2.3 Page map, 4.1 The array --- */

struct address {
    int server_id;
    size_t page_index;
};

struct Array {
    int64_t n[3], p[3]; /* points of the array and of a page in each dimension */
    int number_of_servers;
    struct proc_remote *page_server;
    struct address *map; /* the address of each page */
    unsigned char *pages;
    size_t page_bytes, room; /* bytes of a page, and the number of pages for which `pages` has room */
};

/* Computes the place I of page number K in a box that begins at AT and has COUNT pages in each dimension. The last
 * dimension counts fastest. */
static void page_at(int64_t k, const int64_t *at, const int64_t *count, int64_t *i) {
    i[2] = at[2] + k % count[2];
    i[1] = at[1] + k / count[2] % count[1];
    i[0] = at[0] + k / count[2] / count[1];
}

static struct address *page_address(const struct Array *self, const int64_t *i) {
    return &self->map[(i[0] * (self->n[1] / self->p[1]) + i[1]) * (self->n[2] / self->p[2]) + i[2]];
}

/* Computes the circulant map for all PAGES pages: page i1, i2, i3 gets the first free place on server i1 + i2 + i3,
 * modulo the number of servers. */
static void map_pages(struct Array *self, size_t pages) {
    size_t used[1024] = {0};
    const int64_t from[3] = {0}, count[3] = {self->n[0] / self->p[0], self->n[1] / self->p[1], self->n[2] / self->p[2]};
    int64_t i[3];
    for (size_t k = 0; k < pages; k++) {
        page_at((int64_t)k, from, count, i);
        const int server = (int)((i[0] + i[1] + i[2]) % self->number_of_servers);
        *page_address(self, i) = (struct address){server, used[server]++};
    }
}

proc_err Array_do_new(struct Array **self, struct Array_new *call, struct proc_error *error) {
    struct Array *made = calloc(1, sizeof *made);
    size_t pages = 1;
    *self = made;
    if (call->array_domain.count != 6 || call->page_domain.count != 6 || call->page_server.count - 1 > 1022)
        return proc_fail(error, PROC_ERR_METHOD, "an array has two domains of 6 numbers, and 1 to 1023 servers");
    for (int k = 0; k < 3; k++) {
        made->n[k] = call->array_domain.at[2 * k + 1] - call->array_domain.at[2 * k];
        made->p[k] = call->page_domain.at[2 * k + 1] - call->page_domain.at[2 * k];
        if (made->p[k] < 1 || made->n[k] < 1 || made->n[k] % made->p[k] != 0)
            return proc_fail(error, PROC_ERR_METHOD, "pages do not divide dimension %d", k + 1);
        pages *= (size_t)(made->n[k] / made->p[k]);
    }
    made->page_bytes = (size_t)(made->p[0] * made->p[1] * made->p[2]) * COMPLEX;
    made->number_of_servers = (int)call->page_server.count;
    made->page_server = calloc(call->page_server.count, sizeof *made->page_server);
    made->map = calloc(pages, sizeof *made->map);
    memcpy(made->page_server, call->page_server.at, call->page_server.count * sizeof *made->page_server);
    map_pages(made, pages);
    return PROC_OK;
}

void Array_do_destroy(struct Array *self) {
    proc_buffer_free(self->pages);
    free(self->page_server);
    free(self->map);
    free(self);
}

/* The description of a move: a domain of the array, with the dimensions in the order of the buffer. */
struct moving {
    const int64_t *d;
    double *buffer;
    int order[3]; /* 0, 1, 2; or dimension 1 or 2 swapped with 3 */
    bool writes;
    const struct proc_method *method; /* the method of the page server that moves one page */
};

/* Copies page number K of the domain, which is the page I of the array, from its room in `pages` to the buffer or
 * back. */
static void copy_page(const struct Array *self, const struct moving *m, size_t k, const int64_t *i) {
    int64_t n[3], p[3], o[3];
    for (int j = 0; j < 3; j++) {
        const int in = m->order[j];
        n[j] = m->d[2 * in + 1] - m->d[2 * in];
        p[j] = self->p[in];
        o[j] = i[in] * p[j] - m->d[2 * in];
    }
    for (int64_t row = 0; row < p[0] * p[1]; row++) {
        double *at = m->buffer + 2 * (((o[0] + row / p[1]) * n[1] + o[1] + row % p[1]) * n[2] + o[2]);
        unsigned char *page = self->pages + k * self->page_bytes + (size_t)(row * p[2]) * COMPLEX;
        memcpy(m->writes ? (void *)page : at, m->writes ? (const void *)at : page, (size_t)p[2] * COMPLEX);
    }
}

/* Moves all pages of a domain, with all calls under way at the same time. */
static proc_err move(struct Array *self, struct moving m, struct proc_error *error) {
    int64_t at[3], count[3], i[3];
    size_t pages = 1;
    for (int j = 0; j < 3; j++) {
        at[j] = m.d[2 * j] / self->p[j];
        count[j] = m.d[2 * j + 1] / self->p[j] - at[j];
        if (m.d[2 * j] % self->p[j] != 0 || m.d[2 * j + 1] % self->p[j] != 0 || at[j] < 0 || count[j] < 1 ||
            m.d[2 * j + 1] > self->n[j])
            return proc_fail(error, PROC_ERR_METHOD, "dimension %d of the domain is not of whole pages", j + 1);
        pages *= (size_t)count[j];
    }
    if (pages > self->room) {
        proc_buffer_free(self->pages);
        self->pages = proc_buffer_new(pages * self->page_bytes, error);
        self->room = self->pages == NULL ? 0 : pages;
    }
    struct proc_handle *handles = self->room == 0 ? NULL : calloc(pages, sizeof *handles);
    union {
        struct PageDevice_read read;
        struct PageDevice_write write;
    } *calls = handles == NULL ? NULL : calloc(pages, sizeof *calls);
    if (calls == NULL) {
        free(handles);
        return proc_fail(error, PROC_ERR_MEMORY, "there is no memory for %zu pages", pages);
    }
    for (size_t k = 0; k < pages; k++) {
        page_at((int64_t)k, at, count, i);
        if (m.writes)
            copy_page(self, &m, k, i);
        const struct address a = *page_address(self, i);
        unsigned char *page = self->pages + k * self->page_bytes;
        if (m.writes)
            calls[k].write = (struct PageDevice_write){NULL, {page, self->page_bytes}, a.page_index};
        else
            calls[k].read = (struct PageDevice_read){NULL, a.page_index, {page, self->page_bytes, 0}};
        /* The wait reports a failure to start. */
        proc_start(self->page_server[a.server_id], m.method, &calls[k], &handles[k], NULL);
    }
    const proc_err code = proc_wait_all(handles, pages, error);
    for (size_t k = 0; k < pages && code == PROC_OK && !m.writes && m.buffer != NULL; k++) {
        page_at((int64_t)k, at, count, i);
        copy_page(self, &m, k, i);
    }
    free(handles);
    free(calls);
    return code;
}

#define MOVES(name, device, o1, o2, o3)                                                                                \
    proc_err Array_do_read##name(OF(Array, read##name)) {                                                              \
        call->buffer.bytes = call->buffer.room;                                                                        \
        const struct moving m = {call->d.at, call->buffer.at, {o1, o2, o3}, false, &device##_method_read##name};       \
        return move(self, m, error);                                                                                   \
    }                                                                                                                  \
    proc_err Array_do_write##name(OF(Array, write##name)) {                                                            \
        double *buffer = (double *)(uintptr_t)call->buffer.at;                                                         \
        const struct moving m = {call->d.at, buffer, {o1, o2, o3}, true, &device##_method_write##name};                \
        return move(self, m, error);                                                                                   \
    }
MOVES(, PageDevice, 0, 1, 2)
MOVES(_transpose13, ArrayPageDevice, 2, 1, 0)
MOVES(_transpose23, ArrayPageDevice, 0, 2, 1)

proc_err Array_do_read_into_server_cache(struct Array *self, struct Array_read_into_server_cache *call,
                                         struct proc_error *error) {
    const struct moving m = {call->d.at, NULL, {0, 1, 2}, false, &ArrayDevice_method_read_into_cache};
    return move(self, m, error);
}

/* --- 4.2 FFT processes --- */

struct FFT3 {
    int sign, along; /* the sign of the exponent, and the dimension, from 0 */
    int64_t n[3], p[3];
    struct proc_remote a;
    double complex *buffer; /* room for a page line, and behind that for one line */
    size_t points;
};

proc_err FFT3_do_new(struct FFT3 **self, struct FFT3_new *call, struct proc_error *error) {
    struct FFT3 *made = calloc(1, sizeof *made);
    *self = made;
    *made = (struct FFT3){.sign = call->sign, .along = call->dimension - 1, .a = call->a, .points = 1};
    for (int k = 0; k < 3; k++) {
        made->n[k] = call->array_domain.at[2 * k + 1];
        made->p[k] = call->page_domain.at[2 * k + 1];
        made->points *= (size_t)(k == made->along ? made->n[k] : made->p[k]);
    }
    made->buffer = proc_buffer_new((made->points + (size_t)made->n[made->along]) * COMPLEX, error);
    return made->buffer == NULL ? PROC_ERR_MEMORY : PROC_OK;
}

void FFT3_do_destroy(struct FFT3 *self) {
    proc_buffer_free(self->buffer);
    free(self);
}

/* Transforms a line of N points, a power of 2, from FROM to TO. The points are STEP apart in FROM. */
static void fft(const double complex *from, double complex *to, size_t n, size_t step, int sign) {
    if (n == 1) {
        *to = *from;
        return;
    }
    fft(from, to, n / 2, 2 * step, sign);
    fft(from + step, to + n / 2, n / 2, 2 * step, sign);
    for (size_t i = 0; i < n / 2; i++) {
        const double complex even = to[i], odd = to[i + n / 2] * cexp(sign * 2 * M_PI * I * (double)i / (double)n);
        to[i] = even + odd;
        to[i + n / 2] = even - odd;
    }
}

/* Computes the domain D of page line LINE of the slabs of this process, the first of which is slab number FIRST. */
static void page_line(const struct FFT3 *self, int64_t line, int64_t first, int64_t *d) {
    const int outer = self->along == 0 ? 1 : 0, inner = self->along == 2 ? 1 : 2;
    const int64_t across = self->n[inner] / self->p[inner];
    d[2 * self->along] = 0;
    d[2 * self->along + 1] = self->n[self->along];
    d[2 * outer] = (first + line / across) * self->p[outer];
    d[2 * outer + 1] = d[2 * outer] + self->p[outer];
    d[2 * inner] = line % across * self->p[inner];
    d[2 * inner + 1] = d[2 * inner] + self->p[inner];
}

proc_err FFT3_do_compute_transform(struct FFT3 *self, struct FFT3_compute_transform *call, struct proc_error *error) {
    static const struct proc_method *const read[] = {&Array_method_read_transpose13, &Array_method_read_transpose23,
                                                     &Array_method_read};
    static const struct proc_method *const write[] = {&Array_method_write_transpose13, &Array_method_write_transpose23,
                                                      &Array_method_write};
    const int outer = self->along == 0 ? 1 : 0, inner = self->along == 2 ? 1 : 2;
    const int64_t slabs = self->n[outer] / self->p[outer], members = proc_group_size(call->at);
    const int64_t lines = slabs / members * (self->n[inner] / self->p[inner]);
    const size_t n = (size_t)self->n[self->along];
    proc_err code = slabs % members == 0 ? PROC_OK : proc_fail(error, PROC_ERR_METHOD, "the slabs are not even");
    for (int64_t line = 0; line < lines && code == PROC_OK; line++) {
        int64_t d[6], next[6];
        struct proc_handle started;
        page_line(self, line, slabs / members * proc_group_id(call->at), d);
        page_line(self, line + 1, slabs / members * proc_group_id(call->at), next);
        struct Array_read in = {.d = {d, 6}, .buffer = {self->buffer, self->points * COMPLEX, 0}};
        struct Array_write out = {.d = {d, 6}, .buffer = {(const double *)self->buffer, 2 * self->points}};
        struct Array_read_into_server_cache ahead = {.d = {next, 6}};
        code = proc_call(self->a, read[self->along], &in, error);
        if (code == PROC_OK && line + 1 < lines)
            code = Array_start_read_into_server_cache(self->a, &ahead, &started, error);
        for (size_t i = 0; i < self->points && code == PROC_OK; i += n) {
            fft(self->buffer + i, self->buffer + self->points, n, 1, self->sign);
            memcpy(self->buffer + i, self->buffer + self->points, n * COMPLEX);
        }
        if (code == PROC_OK && line + 1 < lines)
            code = proc_wait(&started, error);
        if (code == PROC_OK)
            code = proc_call(self->a, write[self->along], &out, error);
        if (code == PROC_OK)
            code = proc_barrier(call->at, error);
    }
    return code;
}

/* --- The master process --- */

proc_err transform(struct proc_world *world, struct proc_remote a, int dimension, const int64_t *n, const int64_t *p,
                   struct proc_error *error) {
    enum { CLIENTS = 2 };
    struct proc_remote fft[CLIENTS];
    struct proc_handle handles[CLIENTS];
    struct FFT3_compute_transform calls[CLIENTS];
    proc_err code = PROC_OK;
    for (int i = 0; i < CLIENTS && code == PROC_OK; i++)
        code = FFT3_new(world, i % proc_world_servers(world), -1, dimension, (struct proc_i64s){n, 6},
                        (struct proc_i64s){p, 6}, a, &fft[i], error);
    if (code == PROC_OK)
        code = proc_group_make(fft, CLIENTS, error);
    for (int i = 0; i < CLIENTS && code == PROC_OK; i++)
        code = FFT3_start_compute_transform(fft[i], &calls[i], &handles[i], error);
    if (code == PROC_OK)
        code = proc_wait_all(handles, CLIENTS, error);
    for (int i = 0; i < CLIENTS && code == PROC_OK; i++)
        code = proc_destroy(fft[i], error);
    return code;
}

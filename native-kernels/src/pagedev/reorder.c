/* SPDX-License-Identifier: Apache-2.0 */
#include "reorder.h"

#include <string.h>

enum { TILE = 16 }; /* a tile of 16 x 16 values is 4 KiB, so that both sides of it stay in the cache */

struct pgd_view pgd_view_of(void *values, const int64_t extents[3], pgd_order order) {
    struct pgd_view view = {.at = values};
    /* The dimensions from the slowest to the fastest. */
    static const int orders[PGD_ORDERS][3] = {
        [PGD_NATURAL] = {0, 1, 2}, [PGD_TRANSPOSED_13] = {2, 1, 0}, [PGD_TRANSPOSED_23] = {0, 2, 1}};
    int64_t step = 1;
    for (int k = 2; k >= 0; k--) {
        view.steps[orders[order][k]] = step;
        step *= extents[orders[order][k]];
    }
    return view;
}

struct pgd_view pgd_view_at(struct pgd_view view, const int64_t index[3]) {
    for (int d = 0; d < 3; d++)
        view.at += index[d] * view.steps[d];
    return view;
}

static int unit_step(const struct pgd_view *view) {
    for (int d = 2; d >= 0; d--)
        if (view->steps[d] == 1)
            return d;
    return 2;
}

/* Copies rows that are contiguous on both sides, along dimension ROW. */
static void copy_rows(struct pgd_view to, struct pgd_view from, const int64_t extents[3], int row) {
    const int outer = row == 0 ? 1 : 0, inner = row == 2 ? 1 : 2;
    for (int64_t i = 0; i < extents[outer]; i++)
        for (int64_t k = 0; k < extents[inner]; k++)
            memcpy(to.at + i * to.steps[outer] + k * to.steps[inner],
                   from.at + i * from.steps[outer] + k * from.steps[inner], (size_t)extents[row] * sizeof *to.at);
}

/* Copies one tile. Dimension A is contiguous in TO, dimension B in FROM. */
static void copy_tile(struct pgd_value *to, int64_t to_step, const struct pgd_value *from, int64_t from_step,
                      const int64_t extent[2]) {
    for (int64_t b = 0; b < extent[1]; b++)
        for (int64_t a = 0; a < extent[0]; a++)
            to[b * to_step + a] = from[a * from_step + b];
}

static int64_t least(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static void copy_plane(struct pgd_view to, struct pgd_view from, const int64_t extents[3], int a, int b) {
    for (int64_t i = 0; i < extents[a]; i += TILE)
        for (int64_t k = 0; k < extents[b]; k += TILE) {
            const int64_t extent[2] = {least(TILE, extents[a] - i), least(TILE, extents[b] - k)};
            copy_tile(to.at + i + k * to.steps[b], to.steps[b], from.at + i * from.steps[a] + k, from.steps[a], extent);
        }
}

void pgd_reorder(struct pgd_view to, struct pgd_view from, const int64_t extents[3]) {
    const int a = unit_step(&to), b = unit_step(&from), rest = 3 - a - b;
    if (a == b) {
        copy_rows(to, from, extents, a);
        return;
    }
    for (int64_t i = 0; i < extents[rest]; i++) {
        struct pgd_view plane_to = to, plane_from = from;
        plane_to.at += i * to.steps[rest];
        plane_from.at += i * from.steps[rest];
        copy_plane(plane_to, plane_from, extents, a, b);
    }
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Odd shapes against sums by the letter in long double, and the levels of the processor against each other. */
#include "oocfft-cases.h"

#include "slipway/vecmath.h"

/* Blocks of lines that are not full, single stages, all factors, and lines that are longer than those in lanes. */
static const int64_t shapes[][3] = {{15, 21, 35}, {7, 5, 3}, {1, 9, 1},  {27, 1, 1},  {1, 1, 1},    {2, 3, 5},
                                    {16, 10, 6},  {9, 8, 7}, {3, 1, 12}, {32, 4, 28}, {2, 5, 4200}, {1, 100, 3}};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

/* Transforms the lines of one axis: each element is a sum over the line. */
static void sum_axis(const int64_t size[3], int axis, int sign, long double complex *array) {
    const long double two_pi = 6.283185307179586476925286766559L;
    const int64_t n = size[axis], count = elements_of(size);
    const int64_t stride = axis == 0 ? size[1] * size[2] : axis == 1 ? size[2] : 1;
    long double complex *line = calloc((size_t)n, sizeof *line), *turns = calloc((size_t)n, sizeof *turns);
    for (int64_t k = 0; k < n; k++)
        turns[k] = cexpl(sign * two_pi * I * (long double)k / (long double)n);
    for (int64_t first = 0; first < count; first++) {
        if (first / stride % n != 0)
            continue;
        for (int64_t k = 0; k < n; k++) {
            line[k] = 0;
            for (int64_t x = 0; x < n; x++)
                line[k] += array[first + x * stride] * turns[x * k % n];
        }
        for (int64_t k = 0; k < n; k++)
            array[first + k * stride] = line[k];
    }
    free(line);
    free(turns);
}

static double error_against_sums(const int64_t size[3], ooc_task task) {
    const int64_t count = elements_of(size);
    double complex *array = random_array(size, 7), *ours = transformed(size, task, NULL, 2);
    long double complex *exact = calloc((size_t)count, sizeof *exact);
    long double far = 0, all = 0;
    for (int64_t i = 0; i < count; i++)
        exact[i] = array[i];
    for (int axis = 0; axis < 3; axis++)
        sum_axis(size, axis, task == OOC_DO_INVERSE ? 1 : -1, exact);
    for (int64_t i = 0; i < count; i++) {
        const long double complex wanted = task == OOC_DO_INVERSE ? exact[i] / count : exact[i], d = wanted - ours[i];
        far += creall(d) * creall(d) + cimagl(d) * cimagl(d);
        all += creall(wanted) * creall(wanted) + cimagl(wanted) * cimagl(wanted);
    }
    free(array);
    free(ours);
    free(exact);
    return (double)sqrtl(far / all);
}

void odd_shapes_are_transformed_as_sums_by_the_letter_are(void) {
    for (int i = 0; i < SHAPES; i++) {
        CHECK_NEAR(error_against_sums(shapes[i], OOC_DO_FORWARD), 0, 10e-16);
        CHECK_NEAR(error_against_sums(shapes[i], OOC_DO_INVERSE), 0, 10e-16);
    }
}

/* Compares only lines that are transformed in lanes: FFTW transforms longer lines, and chooses the level. */
void bits_do_not_depend_on_the_level_of_the_processor(void) {
    const struct ooc_filter filter = {.kind = OOC_FILTER_POISSON};
    const vm_simd best = vm_simd_best();
    for (int i = 0; i < SHAPES; i++)
        for (int task = OOC_DO_FORWARD; task <= OOC_DO_FILTER; task++) {
            vm_simd_force(VM_SIMD_NONE);
            double complex *plain = transformed(shapes[i], (ooc_task)task, &filter, 1);
            for (int level = VM_SIMD_AVX2; level <= (int)best; level++) {
                vm_simd_force((vm_simd)level);
                double complex *wide = transformed(shapes[i], (ooc_task)task, &filter, 1);
                CHECK(memcmp(plain, wide, (size_t)elements_of(shapes[i]) * sizeof *plain) == 0, "shape %d, task %d, %s",
                      i, task, vm_simd_name((vm_simd)level));
                free(wide);
            }
            free(plain);
        }
    vm_simd_force(best);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* A program outside our tree: transforms an impulse. The exit status is 0 if the transform is flat. */
#include <slipway/oocfft.h>

#include <stdio.h>
#include <stdlib.h>

int main(void) {
    const int64_t size[3] = {4, 6, 10};
    struct ooc_engine *engine;
    struct ooc_error error;
    double *array = calloc(4 * 6 * 10, 2 * sizeof *array);
    if (array == NULL || ooc_engine_new(size, 1, &engine, &error) != OOC_OK)
        return 2;
    array[0] = 1;
    ooc_transform(engine, OOC_DO_FORWARD, NULL, array);
    int flat = 1;
    for (int i = 0; i < 4 * 6 * 10; i++)
        flat = flat && array[2 * i] > 0.999 && array[2 * i] < 1.001;
    ooc_engine_free(engine);
    free(array);
    return flat ? 0 : 1;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * stream-sums [--records N] [--die KERNEL HOW]: kernels for tests of graphs. 0 source gives numbers and waits for
 * answers, so that at most WINDOW of them are under way; 1 square (stateless) squares them; 2 is stream-model; 3 check
 * joins squares and the model's results, answers the source for each square, and prints sums that do not depend on the
 * order of records. A kernel dies when it has taken 1000 records: HOW is a signal's number, or "exit", "fail", "hang".
 */
#include "sums.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WINDOW = 512, DIES_AFTER = 1000 };

static uint64_t records = 20000;
static int dies = -1;
static const char *how = "exit";

static osf_Result_t may_die(int kernel) {
    static _Thread_local int count;
    if (kernel != dies || ++count != DIES_AFTER)
        return OSF_ERR_SUCCESS;
    fprintf(stderr, "kernel %d is about to end by %s\n", kernel, how);
    if (strcmp(how, "exit") == 0)
        _exit(3);
    if (strcmp(how, "fail") == 0)
        return OSF_ERR_ARGUMENT;
    while (strcmp(how, "hang") == 0)
        pause();
    raise(atoi(how));
    return OSF_ERR_SUCCESS;
}

static osf_Result_t source(osf_KernelContext_t *context) {
    static osf_Stream_t *out, *answers;
    static uint64_t sent, answered;
    unsigned char bytes[WINDOW];
    size_t received;
    (void)context;
    osf_Result_t result = out != NULL ? OSF_ERR_SUCCESS : osf_Open(&out, OSF_STR_OUT, 1);
    if (result == OSF_ERR_SUCCESS && answers == NULL)
        result = osf_Open(&answers, OSF_STR_INPUT, 3);
    if (result != OSF_ERR_SUCCESS)
        return result;
    if (sent < records && sent - answered < WINDOW) {
        const struct number number = {++sent, 0};
        result = may_die(0);
        return result != OSF_ERR_SUCCESS ? result : osf_Put(out, &number, sizeof number);
    }
    if (sent == records && answered == records)
        return OSF_ERR_END;
    result = osf_Get(answers, bytes, sizeof bytes, &received);
    answered += received;
    return result;
}

static osf_Result_t square(osf_KernelContext_t *context) {
    static osf_Stream_t *in, *out;
    struct number number;
    size_t received;
    (void)context;
    osf_Result_t result = in != NULL ? OSF_ERR_SUCCESS : osf_Open(&in, OSF_STR_INPUT, 0);
    if (result == OSF_ERR_SUCCESS && out == NULL)
        result = osf_Open(&out, OSF_STR_OUT, 3);
    if (result == OSF_ERR_SUCCESS)
        result = osf_GetOne(in, &number, sizeof number, &received);
    if (result == OSF_ERR_SUCCESS)
        result = may_die(1);
    if (result != OSF_ERR_SUCCESS)
        return result;
    number.value = number.of * number.of;
    return osf_Put(out, &number, sizeof number);
}

/* Runs as a callback kernel: an input may be empty while another has records. */
static osf_Result_t check(osf_KernelContext_t *context) {
    static osf_Stream_t *in, *answers;
    static uint64_t squares, models, square_sum, model_sum;
    struct number numbers[64];
    size_t received;
    (void)context;
    osf_Result_t result = in != NULL ? OSF_ERR_SUCCESS : osf_Open(&in, OSF_STR_INPUT, OSF_ANY_KERNEL);
    if (result == OSF_ERR_SUCCESS && answers == NULL)
        result = osf_Open(&answers, OSF_STR_OUT, 0);
    while (result == OSF_ERR_SUCCESS &&
           (result = osf_GetWithin(in, numbers, sizeof numbers, &received, 0)) == OSF_ERR_SUCCESS)
        for (size_t i = 0; i < received / sizeof numbers[0] && result == OSF_ERR_SUCCESS; i++) {
            const int is_model = osf_Sender(in) == 2;
            *(is_model ? &models : &squares) += 1;
            *(is_model ? &model_sum : &square_sum) += numbers[i].value;
            if (!is_model)
                result = osf_Put(answers, "", 1);
            if (result == OSF_ERR_SUCCESS)
                result = may_die(3);
        }
    if (result == OSF_ERR_END)
        printf("squares=%llu sum=%llu models=%llu sum=%llu\n", (unsigned long long)squares,
               (unsigned long long)square_sum, (unsigned long long)models, (unsigned long long)model_sum);
    return result;
}

int main(int argc, char **argv) {
    static const struct {
        osf_KernelType_t type;
        osf_KernelState_t state;
        osf_KernelFunction_t *function;
        int number;
    } kernels[] = {{OSF_KRNTYP_POLLING, OSF_KRN_STATEFUL, source, 0},
                   {OSF_KRNTYP_POLLING, OSF_KRN_STATELESS, square, 1},
                   {OSF_KRNTYP_CALLBACK, OSF_KRN_STATEFUL, check, 3}};
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--records") == 0 && i + 1 < argc)
            records = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--die") == 0 && i + 2 < argc) {
            dies = atoi(argv[++i]);
            how = argv[++i];
        } else
            return 2;
    osf_Result_t result = osf_Init(NULL);
    for (size_t i = 0; i < 3 && result == OSF_ERR_SUCCESS; i++)
        result = osf_RegisterKernel(kernels[i].number, kernels[i].type, kernels[i].state, kernels[i].function, NULL);
    if (result == OSF_ERR_SUCCESS)
        result = osf_StartStreams();
    if (result != OSF_ERR_SUCCESS)
        fprintf(stderr, "%s\n", osf_ErrorText());
    osf_Finalize();
    return result == OSF_ERR_SUCCESS ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "choose.h"
#include "kernels.h"

void vm_exp(size_t n, const double *x, double *y) {
    VM_CHOOSE(vm_elementary).exp(n, x, y);
}

void vm_log(size_t n, const double *x, double *y) {
    VM_CHOOSE(vm_elementary).log(n, x, y);
}

void vm_normal_cdf(size_t n, const double *x, double *y) {
    VM_CHOOSE(vm_elementary).normal_cdf(n, x, y);
}

void vm_expf(size_t n, const float *x, float *y) {
    VM_CHOOSE(vm_elementary).expf(n, x, y);
}

void vm_logf(size_t n, const float *x, float *y) {
    VM_CHOOSE(vm_elementary).logf(n, x, y);
}

void vm_normal_cdff(size_t n, const float *x, float *y) {
    VM_CHOOSE(vm_elementary).normal_cdff(n, x, y);
}

void vm_normal_inverse(size_t n, const double *p, double *x) {
    VM_CHOOSE(vm_elementary).normal_inverse(n, p, x);
}

void vm_normal_inversef(size_t n, const float *p, float *x) {
    VM_CHOOSE(vm_elementary).normal_inversef(n, p, x);
}

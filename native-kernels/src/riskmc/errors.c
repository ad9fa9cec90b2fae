#include "internal.h"

#include <stdarg.h>
#include <stdio.h>

const char *rmc_strerror(rmc_err code) {
    switch (code) {
    case RMC_OK:
        return "no error";
    case RMC_ERR_ARGUMENT:
        return "a parameter is out of its range";
    case RMC_ERR_MEMORY:
        return "not enough memory";
    case RMC_ERR_PANEL:
        return "the prices give no covariance";
    case RMC_ERR_NOT_PSD:
        return "a matrix is not positive semidefinite";
    case RMC_ERR_NOT_FINITE:
        return "a value is not finite";
    case RMC_ERR_FEW_SCENARIOS:
        return "too few scenarios for the confidence";
    }
    return "unknown error";
}

rmc_err rmc_fail(struct rmc_error *error, rmc_err code, const char *format, ...) {
    if (error != NULL) {
        va_list args;
        error->code = code;
        va_start(args, format);
        vsnprintf(error->text, sizeof error->text, format, args);
        va_end(args);
    }
    return code;
}

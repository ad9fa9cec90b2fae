/* SPDX-License-Identifier: Apache-2.0 */
/* Files that the build embeds in the program (CMakeLists.txt names them). The numbers of bytes do not count a NUL. */
#ifndef MAKE_BANK_EMBEDDED_H
#define MAKE_BANK_EMBEDDED_H

#include <stddef.h>

/* Real daily series, gzip, columns factor,day,value. The README of native-kernels/market names their sources. */
extern const char market_stocks_1990[], market_stocks_2006[], market_index[];
extern const size_t market_stocks_1990_bytes, market_stocks_2006_bytes, market_index_bytes;

/* The files that `--tables` writes beside the tables. */
extern const char sql_schema[], sql_load[], sql_fill[], sql_keys[], sql_statements[];
extern const size_t sql_schema_bytes, sql_load_bytes, sql_fill_bytes, sql_keys_bytes, sql_statements_bytes;

#endif

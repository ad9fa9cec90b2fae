/* SPDX-License-Identifier: Apache-2.0 */
#include "base/split.h"

struct sw_range sw_split(uint64_t count, uint64_t part, uint64_t parts) {
    const uint64_t each = count / parts, rest = count % parts;
    const uint64_t first = part * each + (part < rest ? part : rest);
    return (struct sw_range){first, first + each + (part < rest ? 1 : 0)};
}

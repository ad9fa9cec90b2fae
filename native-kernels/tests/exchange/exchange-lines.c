/* SPDX-License-Identifier: Apache-2.0 */
#include "exchange-lines.h"

#include "support/check.h"

/* Makes some answer to each item: accounts and shares are created, orders open with 1, 2, 3, and a queried order is
 * open. */
static void some_answers(const struct xch_request *request, struct xch_answer *answers) {
    uint64_t id = 0;
    for (size_t i = 0; i < request->count; i++)
        switch (request->items[i].kind) {
        case XCH_ORDER:
            answers[i] =
                (struct xch_answer){.kind = XCH_ANSWER_OPENED, .id = request->items[i].error == NULL ? ++id : 0};
            break;
        case XCH_QUERY:
            answers[i] = (struct xch_answer){.kind = XCH_ANSWER_STATUS, .id = request->items[i].order, .open = 10000};
            break;
        case XCH_CANCEL:
            answers[i] =
                (struct xch_answer){.kind = XCH_ANSWER_CANCELED, .id = request->items[i].order, .canceled = 10000};
            break;
        default:
            answers[i] = (struct xch_answer){.kind = XCH_ANSWER_CREATED};
        }
}

char *line_of_bytes(struct xch_parser *parser, const char *xml, size_t count) {
    char error[XCH_ERROR_BYTES];
    struct xch_bytes out = {0};
    struct xch_request *request = xch_request_read(parser, xml, count, error);
    if (request == NULL)
        xch_write_error(&out, error);
    else {
        struct xch_answer *answers = calloc(request->count + 1, sizeof *answers);
        some_answers(request, answers);
        xch_write_results(&out, request, answers);
        free(answers);
        xch_request_free(request);
    }
    xch_bytes_add(&out, "", 1);
    return out.data;
}

void check_line(struct xch_parser *parser, const char *xml, const char *wanted) {
    char *line = line_of_bytes(parser, xml, strlen(xml));
    const size_t bytes = strlen(line);
    CHECK(bytes == strlen(wanted) + 20 && strncmp(line, "<results>", 9) == 0 &&
              strncmp(line + 9, wanted, bytes - 20) == 0 && strcmp(line + bytes - 11, "</results>\n") == 0,
          "%s\n    is answered %s    not %s", xml, line, wanted);
    free(line);
}

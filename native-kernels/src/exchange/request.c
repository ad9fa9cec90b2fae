/* SPDX-License-Identifier: Apache-2.0 */
/* Parses an XML document into a request. Two tables list elements and attributes; other elements and attributes are
 * errors of form. */
#include "protocol.h"

#include "values.h"

#include <errno.h>
#include <expat.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

/* The place at which an element may stand, and which is open at a position. */
typedef enum { AT_TOP, AT_CREATE, AT_TRANSACTIONS, AT_SYMBOL, AT_SHARES, AT_LEAF } place;

/* Attributes that are not texts of an item. */
enum { VALUE_BALANCE = XCH_TEXTS, VALUE_REF, VALUES };

static const char *const value_names[VALUES] = {
    [XCH_TEXT_SYM] = "sym",     [XCH_TEXT_ID] = "id",        [XCH_TEXT_AMOUNT] = "amount",
    [XCH_TEXT_LIMIT] = "limit", [VALUE_BALANCE] = "balance", [VALUE_REF] = "ref",
};

#define HAS(value) (1u << (value))

static const struct element {
    const char *name;
    place stands, opens;
    unsigned values;
    xch_item_kind item; /* of elements within the root */
} elements[] = {
    {"order", AT_TRANSACTIONS, AT_LEAF, HAS(XCH_TEXT_SYM) | HAS(XCH_TEXT_AMOUNT) | HAS(XCH_TEXT_LIMIT), XCH_ORDER},
    {"query", AT_TRANSACTIONS, AT_LEAF, HAS(XCH_TEXT_ID), XCH_QUERY},
    {"cancel", AT_TRANSACTIONS, AT_LEAF, HAS(XCH_TEXT_ID), XCH_CANCEL},
    {"transactions", AT_TOP, AT_TRANSACTIONS, HAS(XCH_TEXT_ID) | HAS(VALUE_REF), 0},
    {"create", AT_TOP, AT_CREATE, HAS(VALUE_REF), 0},
    {"account", AT_CREATE, AT_LEAF, HAS(XCH_TEXT_ID) | HAS(VALUE_BALANCE), XCH_CREATE_ACCOUNT},
    {"symbol", AT_CREATE, AT_SYMBOL, HAS(XCH_TEXT_SYM), XCH_CREATE_SYMBOL},
    {"account", AT_SYMBOL, AT_SHARES, HAS(XCH_TEXT_ID), XCH_CREATE_SHARES},
};

enum { ELEMENTS = sizeof elements / sizeof elements[0], MOST_OPEN = 4 };

struct xch_parser {
    XML_Parser expat;
    unsigned long salt;
    /* Of the current document: */
    struct xch_request *request;
    const char *account_error; /* of TRANSACTIONS */
    place open[MOST_OPEN];
    size_t depth;
    size_t texts, texts_room; /* bytes in request->texts */
    const char *symbol;       /* of the open symbol element */
    size_t symbol_items;      /* accounts of the symbol so far */
    char *shares;             /* the text of the account in a symbol so far */
    char *error;              /* "": no error yet */
};

struct xch_parser *xch_parser_new(void) {
    struct xch_parser *parser = calloc(1, sizeof *parser);
    if (parser == NULL)
        return NULL;
    parser->expat = XML_ParserCreate("UTF-8");
    if (parser->expat == NULL || getrandom(&parser->salt, sizeof parser->salt, 0) != sizeof parser->salt) {
        xch_parser_free(parser);
        return NULL;
    }
    return parser;
}

void xch_parser_free(struct xch_parser *parser) {
    if (parser == NULL)
        return;
    if (parser->expat != NULL)
        XML_ParserFree(parser->expat);
    free(parser);
}

void xch_request_free(struct xch_request *request) {
    if (request == NULL)
        return;
    free(request->items);
    free(request->texts);
    free(request);
}

/* --- errors of form --- */

__attribute__((format(printf, 2, 3))) static void stop(struct xch_parser *parser, const char *format, ...) {
    char text[XCH_ERROR_BYTES - 40];
    va_list args;
    if (parser->error[0] != '\0')
        return;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    snprintf(parser->error, XCH_ERROR_BYTES, "line %lu, column %lu: %s", XML_GetCurrentLineNumber(parser->expat),
             XML_GetCurrentColumnNumber(parser->expat) + 1, text);
    XML_StopParser(parser->expat, XML_FALSE);
}

/* A name of the document for an error text: cut, and in ASCII. */
struct shown {
    char text[33];
};

static struct shown show(const char *name) {
    struct shown shown;
    size_t at = 0;
    for (; name[at] != '\0' && at + 1 < sizeof shown.text; at++)
        shown.text[at] = name[at];
    shown.text[at] = '\0';
    for (char *byte = shown.text; *byte != '\0'; byte++)
        if (*byte < ' ' || *byte > '~')
            *byte = '?';
    return shown;
}

/* --- texts and items --- */

/* Keeps COUNT bytes. The document's memory has room for all texts: each text costs the document two quotes or a tag,
 * which is more than its NUL. */
static char *keep_text(struct xch_parser *parser, const char *text, size_t count) {
    char *kept = parser->request->texts + parser->texts;
    if (count > parser->texts_room - parser->texts) {
        stop(parser, "the text is longer than its document");
        return NULL;
    }
    memcpy(kept, text, count);
    parser->texts += count;
    return kept;
}

static struct xch_item *add_item(struct xch_parser *parser, xch_item_kind kind) {
    struct xch_request *request = parser->request;
    if (request->count == XCH_MOST_ITEMS) {
        stop(parser, "there are more than %d items", XCH_MOST_ITEMS);
        return NULL;
    }
    if (request->count == request->room) {
        const size_t room = request->room == 0 ? 1 : 4 * request->room;
        struct xch_item *items = realloc(request->items, room * sizeof *items);
        if (items == NULL) {
            stop(parser, "there is no memory for the items");
            return NULL;
        }
        request->items = items;
        request->room = room;
    }
    request->items[request->count] = (struct xch_item){.kind = kind};
    return &request->items[request->count++];
}

/* --- elements --- */

static const struct element *find_element(place at, const char *name) {
    for (size_t i = 0; i < ELEMENTS; i++)
        if (elements[i].stands == at && strcmp(elements[i].name, name) == 0)
            return &elements[i];
    return NULL;
}

static int find_value(const struct element *element, const char *name) {
    for (int value = 0; value < VALUES; value++)
        if ((element->values & HAS(value)) != 0 && strcmp(value_names[value], name) == 0)
            return value;
    return -1;
}

/* Keeps the attributes of an element in VALUES. Returns false if an attribute spoils the document. */
static bool keep_values(struct xch_parser *parser, const struct element *element, const char **attributes,
                        const char *values[VALUES]) {
    for (; *attributes != NULL; attributes += 2) {
        const int value = find_value(element, attributes[0]);
        const size_t bytes = strlen(attributes[1]);
        if (value < 0) {
            stop(parser, "%s has no attribute %s", element->name, show(attributes[0]).text);
            return false;
        }
        if (bytes > XCH_MOST_VALUE) {
            stop(parser, "%s is longer than %d bytes", value_names[value], XCH_MOST_VALUE);
            return false;
        }
        values[value] = keep_text(parser, attributes[1], bytes + 1);
        if (values[value] == NULL)
            return false;
    }
    return true;
}

static bool is_ref(const char *text) {
    size_t bytes = 0;
    while (text[bytes] >= ' ' && text[bytes] <= '~')
        bytes++;
    return bytes >= 1 && bytes <= XCH_MOST_REF && text[bytes] == '\0';
}

static void start_root(struct xch_parser *parser, const struct element *element, const char *const values[VALUES]) {
    struct xch_request *request = parser->request;
    request->ref = values[VALUE_REF];
    if (request->ref != NULL && !is_ref(request->ref)) {
        stop(parser, "a ref is 1 to %d printable ASCII characters", XCH_MOST_REF);
        return;
    }
    request->kind = element->opens == AT_CREATE ? XCH_CREATE : XCH_TRANSACTIONS;
    if (request->kind == XCH_CREATE)
        return;
    if (values[XCH_TEXT_ID] == NULL)
        stop(parser, "transactions has no id");
    else
        parser->account_error = xch_read_account(values[XCH_TEXT_ID], &request->account);
}

static void start_item(struct xch_parser *parser, const struct element *element, const char *const values[VALUES]) {
    struct xch_item *item = add_item(parser, element->item);
    if (item == NULL)
        return;
    memcpy(item->texts, values, sizeof item->texts);
    if (element->item == XCH_CREATE_SHARES) {
        item->texts[XCH_TEXT_SYM] = parser->symbol;
        parser->symbol_items++;
        parser->shares = parser->request->texts + parser->texts;
        return;
    }
    xch_item_read(item, values[VALUE_BALANCE]);
    if (parser->account_error != NULL)
        item->error = parser->account_error;
}

static void on_start(void *data, const char *name, const char **attributes) {
    struct xch_parser *parser = data;
    const place at = parser->depth == 0 ? AT_TOP : parser->open[parser->depth - 1];
    const struct element *element = find_element(at, name);
    const char *values[VALUES] = {NULL};
    if (parser->error[0] != '\0')
        return;
    if (element == NULL) {
        stop(parser, "the element %s has no place here", show(name).text);
        return;
    }
    if (!keep_values(parser, element, attributes, values))
        return;
    parser->open[parser->depth++] = element->opens;
    if (at == AT_TOP)
        start_root(parser, element, values);
    else if (element->opens == AT_SYMBOL) {
        parser->symbol = values[XCH_TEXT_SYM];
        parser->symbol_items = 0;
    } else
        start_item(parser, element, values);
}

/* Returns the number of shares without the blanks of the XML layout around it. */
static const char *trimmed(char *text) {
    char *end = text + strlen(text);
    while (end > text && strchr(" \t\r\n", end[-1]) != NULL)
        *--end = '\0';
    return text + strspn(text, " \t\r\n");
}

static void end_symbol(struct xch_parser *parser) {
    if (parser->symbol_items > 0)
        return;
    struct xch_item *item = add_item(parser, XCH_CREATE_SYMBOL);
    if (item == NULL)
        return;
    item->texts[XCH_TEXT_SYM] = parser->symbol;
    xch_item_read(item, NULL);
}

static void on_end(void *data, const char *name) {
    struct xch_parser *parser = data;
    struct xch_request *request = parser->request;
    (void)name;
    if (parser->error[0] != '\0') /* expat ends <element/> even if its start stopped the parser */
        return;
    const place ended = parser->open[--parser->depth];
    if (ended == AT_SYMBOL)
        end_symbol(parser);
    if (ended == AT_TRANSACTIONS && request->count == 0)
        stop(parser, "transactions has no order, query or cancel");
    if (ended == AT_SHARES && keep_text(parser, "", 1) != NULL)
        xch_item_read(&request->items[request->count - 1], trimmed(parser->shares));
}

static void on_text(void *data, const char *text, int count) {
    struct xch_parser *parser = data;
    if (parser->error[0] != '\0')
        return;
    if (parser->depth > 0 && parser->open[parser->depth - 1] == AT_SHARES) {
        keep_text(parser, text, (size_t)count);
        return;
    }
    for (int i = 0; i < count; i++)
        if (strchr(" \t\r\n", text[i]) == NULL || text[i] == '\0') {
            stop(parser, "there is text where none has a place");
            return;
        }
}

static void on_doctype(void *data, const char *name, const char *system, const char *public, int internal) {
    (void)name, (void)system, (void)public, (void)internal;
    stop(data, "a doctype is not taken");
}

/* --- all --- */

static bool begin(struct xch_parser *parser, size_t count, char *error) {
    struct xch_request *request = calloc(1, sizeof *request);
    error[0] = '\0';
    if (request != NULL && (request->texts = malloc(count + 1)) == NULL) {
        free(request);
        request = NULL;
    }
    if (request == NULL || XML_ParserReset(parser->expat, "UTF-8") != XML_TRUE) {
        xch_request_free(request);
        snprintf(error, XCH_ERROR_BYTES, "there is no memory for the document");
        return false;
    }
    *parser = (struct xch_parser){
        .expat = parser->expat, .salt = parser->salt, .request = request, .texts_room = count + 1, .error = error};
    XML_SetHashSalt(parser->expat, parser->salt | 1);
    XML_SetUserData(parser->expat, parser);
    XML_SetElementHandler(parser->expat, on_start, on_end);
    XML_SetCharacterDataHandler(parser->expat, on_text);
    XML_SetStartDoctypeDeclHandler(parser->expat, on_doctype);
    return true;
}

struct xch_request *xch_request_read(struct xch_parser *parser, const char *xml, size_t count,
                                     char error[XCH_ERROR_BYTES]) {
    if (count > INT_MAX) {
        snprintf(error, XCH_ERROR_BYTES, "the document is too long");
        return NULL;
    }
    if (!begin(parser, count, error))
        return NULL;
    struct xch_request *request = parser->request;
    if (XML_Parse(parser->expat, xml, (int)count, XML_TRUE) != XML_STATUS_OK)
        stop(parser, "this is no XML: %s", XML_ErrorString(XML_GetErrorCode(parser->expat)));
    parser->request = NULL;
    if (error[0] == '\0')
        return request;
    xch_request_free(request);
    return NULL;
}

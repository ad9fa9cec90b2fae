/* SPDX-License-Identifier: Apache-2.0 */
#include "xml.h"

#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <expat.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAMESPACE "urn:slipway:stream-graph:1"
enum { MOST_TEXT = 65536, MOST_ELEMENTS = 10000 };

/* The kinds of values. */
typedef enum {
    VALUE_NAME,
    VALUE_NAMES,
    VALUE_TEXT,
    VALUE_ADDRESS,
    VALUE_SUBNET,
    VALUE_NUMBER,
    VALUE_CHOICE,
    VALUE_PORTS
} value_kind;

static const char *const yes_no[] = {"yes", "no", NULL};
static const char *const streams[] = {"first", "all", NULL};
static const char *const losses[] = {"end", "tolerate", NULL};
static const char *const kinds[] = {"duplicate", "divide", NULL};
static const char *const transports[] = {"auto", "process", "memory", "tcp", NULL};

#define ON(kind) (1u << (kind))
#define NAMED (ON(ELEMENT_GRAPH) | ON(ELEMENT_NETWORK) | ON(ELEMENT_HOST) | ON(ELEMENT_KERNEL) | ON(ELEMENT_VARIABLE))

/* One row for each attribute: the elements with the attribute, the elements that require the attribute, and the
 * values. */
static const struct {
    const char *name;
    unsigned on, needed;
    value_kind kind;
    long least, most;
    const char *const *choices;
} attributes[ATTRIBUTES] = {
    [ATTRIBUTE_NAME] = {"name", NAMED, NAMED, VALUE_NAME, 0, 0, NULL},
    [ATTRIBUTE_SUBNET] = {"subnet", ON(ELEMENT_NETWORK), 0, VALUE_SUBNET, 0, 0, NULL},
    [ATTRIBUTE_HERE] = {"here", ON(ELEMENT_HOST), 0, VALUE_CHOICE, 0, 0, yes_no},
    [ATTRIBUTE_ADDRESS] = {"address", ON(ELEMENT_HOST) | ON(ELEMENT_ON), ON(ELEMENT_ON), VALUE_ADDRESS, 0, 0, NULL},
    [ATTRIBUTE_SLOTS] = {"slots", ON(ELEMENT_HOST), 0, VALUE_NUMBER, 1, 65536, NULL},
    [ATTRIBUTE_PORTS] = {"ports", ON(ELEMENT_HOST), 0, VALUE_PORTS, 0, 0, NULL},
    [ATTRIBUTE_LAUNCHER] = {"launcher", ON(ELEMENT_HOST), 0, VALUE_TEXT, 0, 0, NULL},
    [ATTRIBUTE_NETWORK] = {"network", ON(ELEMENT_ON) | ON(ELEMENT_KERNEL) | ON(ELEMENT_LINK), ON(ELEMENT_ON),
                           VALUE_NAME, 0, 0, NULL},
    [ATTRIBUTE_NUMBER] = {"number", ON(ELEMENT_KERNEL), 0, VALUE_NUMBER, 0, 255, NULL},
    [ATTRIBUTE_HOST] = {"host", ON(ELEMENT_KERNEL), 0, VALUE_NAME, 0, 0, NULL},
    [ATTRIBUTE_HOSTS] = {"hosts", ON(ELEMENT_KERNEL), 0, VALUE_NAMES, 0, 0, NULL},
    [ATTRIBUTE_PROGRAM] = {"program", ON(ELEMENT_KERNEL), 0, VALUE_TEXT, 0, 0, NULL},
    [ATTRIBUTE_COPIES] = {"copies", ON(ELEMENT_KERNEL), 0, VALUE_NUMBER, 1, 4096, NULL},
    [ATTRIBUTE_RANKS] = {"ranks", ON(ELEMENT_KERNEL), 0, VALUE_NUMBER, 1, 4096, NULL},
    [ATTRIBUTE_STREAMS] = {"streams", ON(ELEMENT_KERNEL), 0, VALUE_CHOICE, 0, 0, streams},
    [ATTRIBUTE_WITH] = {"with", ON(ELEMENT_KERNEL), 0, VALUE_NAME, 0, 0, NULL},
    [ATTRIBUTE_TURNS] = {"turns", ON(ELEMENT_KERNEL), 0, VALUE_CHOICE, 0, 0, yes_no},
    [ATTRIBUTE_CORE] = {"core", ON(ELEMENT_KERNEL), 0, VALUE_NUMBER, 0, 65535, NULL},
    [ATTRIBUTE_LOSS] = {"loss", ON(ELEMENT_KERNEL), 0, VALUE_CHOICE, 0, 0, losses},
    [ATTRIBUTE_VALUE] = {"value", ON(ELEMENT_VARIABLE), ON(ELEMENT_VARIABLE), VALUE_TEXT, 0, 0, NULL},
    [ATTRIBUTE_FROM] = {"from", ON(ELEMENT_LINK), ON(ELEMENT_LINK), VALUE_NAME, 0, 0, NULL},
    [ATTRIBUTE_TO] = {"to", ON(ELEMENT_LINK), ON(ELEMENT_LINK), VALUE_NAMES, 0, 0, NULL},
    [ATTRIBUTE_KIND] = {"kind", ON(ELEMENT_LINK), 0, VALUE_CHOICE, 0, 0, kinds},
    [ATTRIBUTE_FEEDBACK] = {"feedback", ON(ELEMENT_LINK), 0, VALUE_CHOICE, 0, 0, yes_no},
    [ATTRIBUTE_TRANSPORT] = {"transport", ON(ELEMENT_LINK), 0, VALUE_CHOICE, 0, 0, transports},
    [ATTRIBUTE_VIA] = {"via", ON(ELEMENT_LINK), 0, VALUE_NAMES, 0, 0, NULL},
    [ATTRIBUTE_ROOM] = {"room", ON(ELEMENT_LINK), 0, VALUE_NUMBER, 4096, 1073741824, NULL},
};

/* One row for each element: the place of the element. */
static const struct {
    const char *name;
    int parent; /* -1: the root */
} elements[ELEMENT_KINDS] = {
    [ELEMENT_GRAPH] = {"graph", -1},
    [ELEMENT_NETWORK] = {"network", ELEMENT_GRAPH},
    [ELEMENT_HOST] = {"host", ELEMENT_GRAPH},
    [ELEMENT_ON] = {"on", ELEMENT_HOST},
    [ELEMENT_KERNEL] = {"kernel", ELEMENT_GRAPH},
    [ELEMENT_ARGUMENT] = {"argument", ELEMENT_KERNEL},
    [ELEMENT_VARIABLE] = {"variable", ELEMENT_KERNEL},
    [ELEMENT_LINK] = {"link", ELEMENT_GRAPH},
};

struct reading {
    XML_Parser parser;
    struct problems *problems;
    struct element *root, *open;
    size_t count;
    int unknown; /* depth within an unknown element */
};

static int line_now(const struct reading *reading) {
    return (int)XML_GetCurrentLineNumber(reading->parser);
}

static bool is_name(const char *text, bool several) {
    size_t bytes = 0;
    for (; *text != '\0'; text++) {
        if (several && *text == ' ') {
            bytes = 0;
            continue;
        }
        if (!(isalnum((unsigned char)*text) || *text == '-' || *text == '_') || ++bytes > 63)
            return false;
    }
    return bytes > 0;
}

static bool is_address(const char *text) {
    const size_t bytes = strlen(text);
    return bytes > 0 && bytes < 254 &&
           strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:_-") == bytes &&
           text[0] != '-'; /* becomes an argument of the remote shell */
}

/* Checks an address, / and the number of significant bits; the value becomes an argument of mpirun. */
static bool is_subnet(const char *text) {
    const size_t address = strspn(text, "0123456789abcdefABCDEF.:");
    const size_t bits = text[address] == '/' ? strspn(text + address + 1, "0123456789") : 0;
    return address > 0 && address < 64 && bits > 0 && bits < 4 && text[address + 1 + bits] == '\0';
}

/* Checks the name of a variable: valid for the shell, and not one of the launcher's variables. */
static bool is_variable(const char *text) {
    return strchr(text, '-') == NULL && !isdigit((unsigned char)*text) && strncmp(text, "OSF_", 4) != 0;
}

static bool is_number(const char *text, long least, long most) {
    char *end;
    errno = 0;
    const long value = strtol(text, &end, 10);
    return isdigit((unsigned char)*text) && *end == '\0' && errno == 0 && value >= least && value <= most;
}

static bool is_ports(const char *text) {
    int first, last, used = 0;
    return isdigit((unsigned char)*text) && sscanf(text, "%5d-%5d%n", &first, &last, &used) == 2 &&
           text[used] == '\0' && first >= 1 && first <= last && last <= 65535;
}

static bool fits(attribute_kind attribute, const char *value) {
    switch (attributes[attribute].kind) {
    case VALUE_NAME:
        return is_name(value, false);
    case VALUE_NAMES:
        return is_name(value, true);
    case VALUE_ADDRESS:
        return is_address(value);
    case VALUE_SUBNET:
        return is_subnet(value);
    case VALUE_NUMBER:
        return is_number(value, attributes[attribute].least, attributes[attribute].most);
    case VALUE_CHOICE:
        return sw_text_find(attributes[attribute].choices, value) >= 0;
    case VALUE_PORTS:
        return is_ports(value);
    default:
        return *value != '\0' && strpbrk(value, "\r\n") == NULL;
    }
}

/* Describes the values of an attribute. */
static const char *remedy(attribute_kind attribute, char out[256]) {
    static const char *const texts[] = {[VALUE_NAME] = "write letters, digits, - and _, at most 63",
                                        [VALUE_NAMES] =
                                            "write names of letters, digits, - and _, with a space between two",
                                        [VALUE_TEXT] = "write a text of one line",
                                        [VALUE_ADDRESS] = "write a host name or an address",
                                        [VALUE_SUBNET] = "write an address and its bits, as 10.78.0.0/24",
                                        [VALUE_PORTS] = "write the first and the last port, as 20000-29999"};
    if (attributes[attribute].kind == VALUE_NUMBER)
        snprintf(out, 256, "write a number from %ld to %ld", attributes[attribute].least, attributes[attribute].most);
    else if (attributes[attribute].kind == VALUE_CHOICE) {
        int used = snprintf(out, 256, "write one of:");
        for (const char *const *choice = attributes[attribute].choices; *choice != NULL; choice++)
            used += snprintf(out + used, 256 - (size_t)used, " %s", *choice);
    } else
        snprintf(out, 256, "%s", texts[attributes[attribute].kind]);
    return out;
}

static void take_attribute(struct reading *reading, struct element *element, const char *name, const char *value) {
    char text[256];
    int at = 0;
    while (at < ATTRIBUTES && (strcmp(attributes[at].name, name) != 0 || !(attributes[at].on & ON(element->kind))))
        at++;
    if (at == ATTRIBUTES)
        problem(reading->problems, element->line, "stream-graph(5) has a table of all attributes",
                "<%s> has no attribute \"%s\"", elements[element->kind].name, name);
    else if (!fits((attribute_kind)at, value))
        problem(reading->problems, element->line, remedy((attribute_kind)at, text),
                "%s=\"%.100s\" of <%s> is not right", name, value, elements[element->kind].name);
    else if (element->kind == ELEMENT_VARIABLE && at == ATTRIBUTE_NAME && !is_variable(value))
        problem(reading->problems, element->line, "write letters, digits and _, no digit first, and not OSF_",
                "%s=\"%.100s\" of <%s> is not right", name, value, elements[element->kind].name);
    else
        element->values[at] = strdup(value);
}

static void take_attributes(struct reading *reading, struct element *element, const char **pairs) {
    for (; *pairs != NULL; pairs += 2)
        take_attribute(reading, element, pairs[0], pairs[1]);
    if (reading->problems->count > 0)
        return; /* an attribute with a wrong value must not be reported again as a missing one */
    for (int at = 0; at < ATTRIBUTES; at++)
        if ((attributes[at].needed & ON(element->kind)) && element->values[at] == NULL)
            problem(reading->problems, element->line, "add it", "<%s> lacks its attribute \"%s\"",
                    elements[element->kind].name, attributes[at].name);
}

/* Returns the kind of the element with that name at this place, or ELEMENT_KINDS. */
static element_kind find_kind(const struct reading *reading, const char *name) {
    const char *local = strrchr(name, '|');
    const int parent = reading->open == NULL ? -1 : (int)reading->open->kind;
    if (local == NULL || strncmp(name, NAMESPACE "|", sizeof NAMESPACE) != 0)
        return ELEMENT_KINDS;
    int kind = 0;
    while (kind < ELEMENT_KINDS && (strcmp(elements[kind].name, local + 1) != 0 || elements[kind].parent != parent))
        kind++;
    return (element_kind)kind;
}

/* Reports why an element is skipped. */
static void refuse_element(const struct reading *reading, const char *name) {
    const char *bar = strrchr(name, '|');
    if (reading->count > MOST_ELEMENTS)
        problem(reading->problems, line_now(reading), "part the graph", "there are more than %d elements",
                MOST_ELEMENTS);
    else
        problem(reading->problems, line_now(reading),
                "stream-graph(5) has a table of all elements; all are in the namespace " NAMESPACE,
                "<%.100s> does not belong here", bar == NULL ? name : bar + 1);
}

static void XMLCALL start_element(void *data, const char *name, const char **pairs) {
    struct reading *reading = data;
    const element_kind kind = reading->unknown > 0 ? ELEMENT_KINDS : find_kind(reading, name);
    struct element *element = kind == ELEMENT_KINDS ? NULL : calloc(1, sizeof *element);
    if (element != NULL)
        element->text = calloc(1, 1);
    if (element == NULL || element->text == NULL || ++reading->count > MOST_ELEMENTS) {
        if (reading->unknown++ == 0)
            refuse_element(reading, name);
        xml_free(element);
        return;
    }
    element->kind = kind;
    element->line = line_now(reading);
    element->parent = reading->open;
    if (reading->open == NULL)
        reading->root = element;
    else if (reading->open->last == NULL)
        reading->open->child = reading->open->last = element;
    else
        reading->open->last = reading->open->last->next = element;
    take_attributes(reading, element, pairs);
    reading->open = element;
}

static void XMLCALL end_element(void *data, const char *name) {
    struct reading *reading = data;
    (void)name;
    if (reading->unknown > 0)
        reading->unknown--;
    else
        reading->open = reading->open->parent;
}

static void XMLCALL characters(void *data, const char *text, int bytes) {
    struct reading *reading = data;
    struct element *element = reading->open;
    bool blank = true;
    for (int i = 0; i < bytes && blank; i++)
        blank = isspace((unsigned char)text[i]);
    if (reading->unknown > 0 || element == NULL || (blank && element->kind != ELEMENT_ARGUMENT))
        return;
    char *grown = element->kind != ELEMENT_ARGUMENT || element->text_bytes + (size_t)bytes > MOST_TEXT
                      ? NULL
                      : realloc(element->text, element->text_bytes + (size_t)bytes + 1);
    if (grown == NULL) {
        problem(reading->problems, line_now(reading), "take it out; only <argument> has text, at most 64 KiB",
                "there is text in <%s>", elements[element->kind].name);
        return;
    }
    memcpy(grown + element->text_bytes, text, (size_t)bytes);
    element->text_bytes += (size_t)bytes;
    grown[element->text_bytes] = '\0';
    element->text = grown;
}

static void XMLCALL start_doctype(void *data, const char *name, const char *system, const char *public, int internal) {
    struct reading *reading = data;
    (void)name, (void)system, (void)public, (void)internal;
    problem(reading->problems, line_now(reading), "take it out", "a document type (DTD) is refused");
    XML_StopParser(reading->parser, XML_FALSE);
}

struct element *xml_read(const char *xml, size_t bytes, struct problems *problems) {
    struct reading reading = {XML_ParserCreateNS(NULL, '|'), problems, NULL, NULL, 0, 0};
    if (reading.parser == NULL || bytes > INT_MAX) {
        problem(problems, 0, "end other programs, or part the document", "there is no memory to read it");
        return NULL;
    }
    XML_SetUserData(reading.parser, &reading);
    XML_SetElementHandler(reading.parser, start_element, end_element);
    XML_SetCharacterDataHandler(reading.parser, characters);
    XML_SetStartDoctypeDeclHandler(reading.parser, start_doctype);
    if (XML_Parse(reading.parser, xml, (int)bytes, XML_TRUE) != XML_STATUS_OK &&
        XML_GetErrorCode(reading.parser) != XML_ERROR_ABORTED)
        problem(problems, line_now(&reading), "mend it there, or before", "this is not XML: %s",
                XML_ErrorString(XML_GetErrorCode(reading.parser)));
    XML_ParserFree(reading.parser);
    return reading.root;
}

void xml_free(struct element *element) {
    while (element != NULL) {
        struct element *next = element->next;
        xml_free(element->child);
        for (int i = 0; i < ATTRIBUTES; i++)
            free(element->values[i]);
        free(element->text);
        free(element);
        element = next;
    }
}

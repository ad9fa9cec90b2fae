/* SPDX-License-Identifier: Apache-2.0 */
/* The XML of a graph as a tree of elements with their lines. Values are checked by kind; names are not checked yet. */
#ifndef SLIPWAY_STREAM_LAUNCH_XML_H
#define SLIPWAY_STREAM_LAUNCH_XML_H

#include "problems.h"

#include <stddef.h>

typedef enum {
    ELEMENT_GRAPH,
    ELEMENT_NETWORK,
    ELEMENT_HOST,
    ELEMENT_ON,
    ELEMENT_KERNEL,
    ELEMENT_ARGUMENT,
    ELEMENT_VARIABLE,
    ELEMENT_LINK,
    ELEMENT_KINDS
} element_kind;

/* Attributes. The value of a missing attribute is NULL. */
typedef enum {
    ATTRIBUTE_NAME,
    ATTRIBUTE_SUBNET,
    ATTRIBUTE_HERE,
    ATTRIBUTE_ADDRESS,
    ATTRIBUTE_SLOTS,
    ATTRIBUTE_PORTS,
    ATTRIBUTE_LAUNCHER,
    ATTRIBUTE_NETWORK,
    ATTRIBUTE_NUMBER,
    ATTRIBUTE_HOST,
    ATTRIBUTE_HOSTS,
    ATTRIBUTE_PROGRAM,
    ATTRIBUTE_COPIES,
    ATTRIBUTE_RANKS,
    ATTRIBUTE_STREAMS,
    ATTRIBUTE_WITH,
    ATTRIBUTE_TURNS,
    ATTRIBUTE_CORE,
    ATTRIBUTE_LOSS,
    ATTRIBUTE_VALUE,
    ATTRIBUTE_FROM,
    ATTRIBUTE_TO,
    ATTRIBUTE_KIND,
    ATTRIBUTE_FEEDBACK,
    ATTRIBUTE_TRANSPORT,
    ATTRIBUTE_VIA,
    ATTRIBUTE_ROOM,
    ATTRIBUTES
} attribute_kind;

struct element {
    element_kind kind;
    int line;
    char *values[ATTRIBUTES];
    char *text; /* of an argument; never NULL */
    size_t text_bytes;
    struct element *parent, *child, *last, *next; /* first and last child, next element of the same parent */
};

/*
 * Reads BYTES of XML. Returns the root, which the caller frees, or NULL. Reports as many problems as possible; a tree
 * with problems must not be used.
 */
struct element *xml_read(const char *xml, size_t bytes, struct problems *problems);

/* Frees an element and all below. Accepts NULL. */
void xml_free(struct element *element);

#endif

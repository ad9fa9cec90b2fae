/** Lays out the graph of a stream application: kernels as boxes in layers from left to right, links as arrows between them. Knows no page and no words. */
package dev.slipway.web.graph;

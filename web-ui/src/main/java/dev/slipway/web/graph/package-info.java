/**
 * Lays out the graph of a stream application: kernels as boxes in layers from left to right, links as arrows between
 * them. Depends on no page and no text.
 */
package dev.slipway.web.graph;

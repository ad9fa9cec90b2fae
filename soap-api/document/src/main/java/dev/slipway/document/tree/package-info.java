/** Parses bytes into a tree of elements with positions, reads typed values, and collects findings. */
package dev.slipway.document.tree;

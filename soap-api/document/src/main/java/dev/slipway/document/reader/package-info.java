/** Reads job documents, as their only judge: mends, checks against the grammar, expands sweeps, makes requests. */
package dev.slipway.document.reader;

/** The verbs for operators: partitions, places and usage. */
package dev.slipway.toolkit.operations;

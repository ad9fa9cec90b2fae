/** The verbs for operators: partitions and places. */
package dev.slipway.toolkit.operations;

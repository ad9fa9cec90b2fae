/** Reads the program, its limits and its partition, in the forms of JSDL, of the report and of streams. */
package dev.slipway.document.launch;

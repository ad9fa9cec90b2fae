/**
 * Cells of spreadsheets as CSV, in bounded memory. Apache POI opens the package; the parts are read as streams. Uses
 * files and step.
 */
package dev.slipway.gateway.sheet;

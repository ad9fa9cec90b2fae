/** Cells of spreadsheets as CSV, in flat memory. Apache POI opens the package; the parts are read as they stream. Uses files and step. */
package dev.slipway.gateway.sheet;

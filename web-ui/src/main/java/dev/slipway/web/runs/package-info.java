/** Shows the figures of all runs of a template or a schedule: as pictures over time, as a table, and as CSV. */
package dev.slipway.web.runs;

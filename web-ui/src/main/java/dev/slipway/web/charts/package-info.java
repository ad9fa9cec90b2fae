/**
 * Draws results and phases: curves, bars, maps, histograms and their axes. Pictures are records of numbers that the
 * JSPs draw. Uses the rows of results, and no page.
 */
package dev.slipway.web.charts;

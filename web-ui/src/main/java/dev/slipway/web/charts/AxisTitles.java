package dev.slipway.web.charts;

/** Holds the titles of the two axes of a picture; a title may be empty. */
public record AxisTitles(String x, String y) {}

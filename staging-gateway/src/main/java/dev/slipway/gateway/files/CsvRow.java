package dev.slipway.gateway.files;

import java.util.List;

/**
 * One record of a CSV file.
 *
 * @param line of the file on which it begins, 1 for the header
 * @param values one a column; null for NULL (an unquoted empty field), "" for a quoted empty one
 */
public record CsvRow(long line, List<String> values) {}

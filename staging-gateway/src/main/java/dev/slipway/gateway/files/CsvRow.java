package dev.slipway.gateway.files;

import java.util.List;

/**
 * One record of a CSV file.
 *
 * @param line the line of the file on which the record begins, 1 for the header
 * @param values one value per column; null for NULL (an unquoted empty field), "" for a quoted empty field
 */
public record CsvRow(long line, List<String> values) {}

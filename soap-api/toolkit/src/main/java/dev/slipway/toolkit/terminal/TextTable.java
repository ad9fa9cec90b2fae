package dev.slipway.toolkit.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Prints a table whose columns are as wide as their widest value. */
public final class TextTable {
    private final List<String[]> rows = new ArrayList<>();

    public TextTable(String... head) {
        rows.add(head);
    }

    /** Adds a row. Line ends in a cell become spaces, so that no name of a job looks like a row. */
    public void row(String... cells) {
        rows.add(Stream.of(cells).map(cell -> cell.replace('\n', ' ')).toArray(String[]::new));
    }

    public List<String> lines() {
        int[] widths = new int[rows.get(0).length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        return rows.stream().map(row -> line(row, widths)).toList();
    }

    private static String line(String[] row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < row.length; i++) {
            line.append(row[i]).append(" ".repeat(widths[i] - row[i].length() + 2));
        }
        return line.toString().stripTrailing();
    }
}

package dev.slipway.usage;

import java.util.Locale;

/** The columns by which usage is summed up. */
public enum UsageColumn {
    USER("owner"),
    /** The account that the document names; empty for a document without an account. */
    PROJECT("COALESCE(project, '')"),
    PROGRAM("program"),
    /** The month in UTC in which jobs closed, such as 2026-11. */
    MONTH("to_char(since AT TIME ZONE 'UTC', 'YYYY-MM')");

    private final String sql;

    UsageColumn(String sql) {
        this.sql = sql;
    }

    String sql() {
        return sql;
    }

    /** Returns the name in the header of a CSV file. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

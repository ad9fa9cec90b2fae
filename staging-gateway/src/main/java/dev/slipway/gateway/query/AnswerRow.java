package dev.slipway.gateway.query;

import dev.slipway.gateway.files.CsvWriter;
import dev.slipway.gateway.http.AnswerFault;
import dev.slipway.request.ServiceQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The row of the file that takes the values of an answer; reused for each row. */
final class AnswerRow {
    /** The path of the row itself, for rows that are plain values. */
    static final String SELF = ".";

    /** The most characters that a reader of CSV files takes. */
    private static final int MOST_CHARACTERS = 8 << 20;

    private final String[] values;
    private final boolean[] given;
    private final Map<String, List<Integer>> places = new HashMap<>();
    private final Set<String> ways = new HashSet<>();
    private final String[] carried;
    private long characters;

    /** @param carried the values of the columns that come from the parameters, in their order */
    AnswerRow(List<ServiceQuery.Column> columns, List<String> carried) {
        this.values = new String[columns.size()];
        this.given = new boolean[columns.size()];
        this.carried = new String[columns.size()];
        int next = 0;
        for (int i = 0; i < columns.size(); i++) {
            ServiceQuery.Column column = columns.get(i);
            if (column.from() == ServiceQuery.Origin.PARAMETERS) {
                this.carried[i] = carried.get(next++);
            } else {
                places.computeIfAbsent(column.at(), at -> new ArrayList<>()).add(i);
                for (int at = column.at().indexOf('/');
                        at >= 0;
                        at = column.at().indexOf('/', at + 1)) {
                    ways.add(column.at().substring(0, at));
                }
            }
        }
    }

    void begin() {
        System.arraycopy(carried, 0, values, 0, values.length);
        Arrays.fill(given, false);
        characters = 0;
    }

    /** Returns whether a column takes the value at this path. */
    boolean wants(String path) {
        return places.containsKey(path);
    }

    /** Returns whether a column takes the value at this path or below. */
    boolean leadsTo(String path) {
        return wants(path) || ways.contains(path);
    }

    /** Takes a value. @param value null for NULL */
    void set(String path, String value) throws AnswerFault {
        if (value != null && !CsvWriter.canHold(value)) {
            throw new AnswerFault("a value of " + path + " has a NUL, or half of a character");
        }
        for (int column : places.getOrDefault(path, List.of())) {
            if (given[column]) {
                throw new AnswerFault("a row has " + path + " twice");
            }
            given[column] = true;
            values[column] = value;
            characters += value == null ? 0 : value.length();
        }
        if (characters > MOST_CHARACTERS) {
            throw new AnswerFault("a row has more than " + MOST_CHARACTERS + " characters");
        }
    }

    /** Returns the values of the row. A column without a value is NULL. */
    List<String> values() {
        return Collections.unmodifiableList(new ArrayList<>(Arrays.asList(values)));
    }
}

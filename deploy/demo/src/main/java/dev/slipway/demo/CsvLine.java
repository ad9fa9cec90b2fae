package dev.slipway.demo;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;

/** Writes a record as one line of COPY's CSV. Null is an unquoted empty field. The demo's own values need no quotes. */
final class CsvLine {
    private CsvLine() {}

    static String of(Record row) {
        List<String> fields = new ArrayList<>();
        for (RecordComponent component : row.getClass().getRecordComponents()) {
            Object value = valueOf(component, row);
            fields.add(value == null ? "" : value.toString());
        }
        return String.join(",", fields);
    }

    private static Object valueOf(RecordComponent component, Record row) {
        try {
            return component.getAccessor().invoke(row);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }
}

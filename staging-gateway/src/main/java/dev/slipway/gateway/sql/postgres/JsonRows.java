package dev.slipway.gateway.sql.postgres;

import java.io.StringWriter;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Builds a JSON array of objects from rows of texts, with the keys {@code v0}, {@code v1} and so on. Begins anew after
 * each end.
 */
final class JsonRows {
    private static final JsonFactory FACTORY = new JsonFactory();

    private StringWriter text;
    private JsonGenerator json;
    private int rows;

    JsonRows() {
        begin();
    }

    private void begin() {
        text = new StringWriter();
        json = FACTORY.createGenerator(ObjectWriteContext.empty(), text);
        json.writeStartArray();
        rows = 0;
    }

    /** @param values null for NULL */
    void add(List<String> values) {
        json.writeStartObject();
        for (int i = 0; i < values.size(); i++) {
            json.writeName("v" + i);
            // Null is written as null.
            json.writeString(values.get(i));
        }
        json.writeEndObject();
        rows++;
    }

    int rows() {
        return rows;
    }

    /** Returns the approximate number of characters. */
    int characters() {
        return text.getBuffer().length();
    }

    /** Ends the array and returns all rows. */
    String end() {
        json.writeEndArray();
        json.close();
        String all = text.toString();
        begin();
        return all;
    }
}

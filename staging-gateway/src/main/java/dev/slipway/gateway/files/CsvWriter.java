package dev.slipway.gateway.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes the very bytes that PostgreSQL's {@code COPY ... TO STDOUT (FORMAT csv)} writes for the same texts. */
public final class CsvWriter {
    private final OutputStream out;
    private final StringBuilder row = new StringBuilder();

    public CsvWriter(OutputStream out) {
        this.out = out;
    }

    /** Whether {@code text} comes back equal out of a CSV file: it has no NUL and no half of a character. */
    public static boolean canHold(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length() && Character.isLowSurrogate(text.charAt(i + 1))) {
                i++;
            } else if (c == 0 || Character.isSurrogate(c)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Writes one record.
     *
     * @param values null for NULL
     * @return bytes written
     */
    public int row(List<String> values) throws IOException {
        row.setLength(0);
        boolean single = values.size() == 1;
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                row.append(',');
            }
            String value = values.get(i);
            if (value != null) {
                append(value, single);
            }
        }
        row.append('\n');
        byte[] bytes = row.toString().getBytes(StandardCharsets.UTF_8);
        out.write(bytes);
        return bytes.length;
    }

    private void append(String value, boolean single) {
        if (!needsQuotes(value, single)) {
            row.append(value);
            return;
        }
        row.append('"').append(value.replace("\"", "\"\"")).append('"');
    }

    private static boolean needsQuotes(String value, boolean single) {
        // COPY quotes a lone \. so that old servers, reading it back, do not take it for the end of the data.
        if (value.isEmpty() || (single && value.equals("\\."))) {
            return true;
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == ',' || c == '"' || c == '\n' || c == '\r') {
                return true;
            }
        }
        return false;
    }
}

package dev.slipway.gateway.files;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Writes the very bytes that PostgreSQL's {@code COPY ... TO STDOUT (FORMAT csv)} writes for the same texts. Writes
 * long values piece by piece, so that the writer never holds a whole value.
 */
public final class CsvWriter {
    /** The characters that are encoded at once. */
    private static final int PIECE = 8 * 1024;

    private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private final OutputStream out;
    private final byte[] buffer = new byte[64 * 1024];
    private int filled;
    private int columns;
    private int column;
    private long bytes;

    public CsvWriter(OutputStream out) {
        this.out = out;
    }

    /**
     * Returns whether {@code text} comes back equal out of a CSV file, because {@code text} has no NUL and no lone
     * surrogate.
     */
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
    public long row(List<String> values) throws IOException {
        begin(values.size());
        for (String value : values) {
            text(value);
        }
        return end();
    }

    /** Begins a record. Each value is then written by one call of {@link #text}, {@link #utf8} or {@link #hex}. */
    public void begin(int values) {
        columns = values;
        column = 0;
        bytes = 0;
    }

    /** Writes the next value. @param value null for NULL */
    public void text(String value) throws IOException {
        if (value == null || value.length() <= PIECE) {
            utf8(value == null ? null : value.getBytes(StandardCharsets.UTF_8));
            return;
        }
        separate();
        boolean quoted = value.indexOf(',') >= 0
                || value.indexOf('"') >= 0
                || value.indexOf('\n') >= 0
                || value.indexOf('\r') >= 0;
        quote(quoted);
        int from = 0;
        while (from < value.length()) {
            int to = Math.min(value.length(), from + PIECE);
            if (to < value.length() && Character.isHighSurrogate(value.charAt(to - 1))) {
                to--;
            }
            put(value.substring(from, to).getBytes(StandardCharsets.UTF_8), quoted);
            from = to;
        }
        quote(quoted);
    }

    /** Writes the next value. @param value a text in UTF-8; null for NULL */
    public void utf8(byte[] value) throws IOException {
        separate();
        if (value != null) {
            boolean quoted = needsQuotes(value, columns == 1);
            quote(quoted);
            put(value, quoted);
            quote(quoted);
        }
    }

    /** Writes the next value, as {@code \x} and hexadecimal digits. @param value null for NULL */
    public void hex(byte[] value) throws IOException {
        separate();
        if (value != null) {
            put((byte) '\\');
            put((byte) 'x');
            for (byte b : value) {
                put(DIGITS[b >> 4 & 0xf]);
                put(DIGITS[b & 0xf]);
            }
        }
    }

    /** Ends the record. @return the number of bytes written for the record */
    public long end() throws IOException {
        put((byte) '\n');
        flush();
        return bytes;
    }

    private void separate() throws IOException {
        if (column++ > 0) {
            put((byte) ',');
        }
    }

    private void quote(boolean quoted) throws IOException {
        if (quoted) {
            put((byte) '"');
        }
    }

    private void put(byte[] value, boolean quoted) throws IOException {
        for (byte b : value) {
            if (quoted && b == '"') {
                put(b);
            }
            put(b);
        }
    }

    private void put(byte b) throws IOException {
        if (filled == buffer.length) {
            flush();
        }
        buffer[filled++] = b;
    }

    private void flush() throws IOException {
        out.write(buffer, 0, filled);
        bytes += filled;
        filled = 0;
    }

    private static boolean needsQuotes(byte[] value, boolean single) {
        // COPY quotes a lone \. because old servers would read that line as the end of the data.
        if (value.length == 0 || (single && value.length == 2 && value[0] == '\\' && value[1] == '.')) {
            return true;
        }
        for (byte b : value) {
            if (b == ',' || b == '"' || b == '\n' || b == '\r') {
                return true;
            }
        }
        return false;
    }
}

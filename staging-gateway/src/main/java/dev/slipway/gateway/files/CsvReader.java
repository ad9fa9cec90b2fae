package dev.slipway.gateway.files;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Reads CSV by RFC 4180 in UTF-8 with PostgreSQL's rule for NULL: an unquoted empty field is NULL, a quoted one the
 * empty string. The reader is strict: anything that writers of such files never write is an error. Lines may end in LF
 * or CRLF. The project has its own reader because CSV libraries neither bound a row nor refuse such errors (ADR 0007).
 */
public final class CsvReader implements Closeable {
    /**
     * The largest row, in characters. Each field counts some characters even if empty, because an empty field takes
     * memory too.
     */
    static final int LARGEST_ROW = 16 * 1024 * 1024;

    private static final int FIELD = 8;

    /** The most room, in characters, that is kept for the next field. */
    private static final int KEPT = 64 * 1024;

    private static final int END = -1;

    private final InputStream in;
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final ByteBuffer bytes = ByteBuffer.allocate(16 * 1024).limit(0);
    private final char[] buffer = new char[16 * 1024];
    private boolean ended;
    private StringBuilder field = new StringBuilder();
    private int filled;
    private int at;
    private long line = 1;
    private long rowLine;
    private int rowChars;

    /** Reads {@code data}, already unpacked. */
    public CsvReader(InputStream data) throws IOException {
        in = data;
        if (peek() == '\uFEFF') {
            at++;
        }
    }

    /** Returns the next record, or null at the end of the file. */
    public CsvRow next() throws IOException {
        if (peek() == END) {
            return null;
        }
        rowLine = line;
        rowChars = 0;
        List<String> values = new ArrayList<>();
        do {
            count(FIELD);
            values.add(field());
        } while (!rowEnded());
        return new CsvRow(rowLine, Collections.unmodifiableList(values));
    }

    private String field() throws IOException {
        if (field.capacity() > KEPT) {
            field = new StringBuilder();
        }
        field.setLength(0);
        if (peek() == '"') {
            at++;
            quoted();
            return field.toString();
        }
        int c = peek();
        while (c != ',' && c != '\n' && c != '\r' && c != END) {
            if (c == '"') {
                throw new CsvFormatException(line, "a quote stands inside an unquoted field");
            }
            keep(c);
            c = peek();
        }
        return field.length() == 0 ? null : field.toString();
    }

    private void quoted() throws IOException {
        while (true) {
            int c = peek();
            if (c == END) {
                throw new CsvFormatException(rowLine, "a quoted field has no end");
            }
            if (c == '"') {
                at++;
                if (peek() != '"') {
                    return;
                }
            } else if (c == '\n') {
                line++;
            }
            keep(c);
        }
    }

    private void keep(int c) throws IOException {
        if (c == 0) {
            throw new CsvFormatException(line, "a NUL character");
        }
        count(1);
        field.append((char) c);
        at++;
    }

    private void count(int characters) throws IOException {
        rowChars += characters;
        if (rowChars > LARGEST_ROW) {
            throw new LongRowException(rowLine);
        }
    }

    /** Steps over the delimiter after a field. Returns true at the end of the row. */
    private boolean rowEnded() throws IOException {
        int c = peek();
        if (c == ',') {
            at++;
            return false;
        }
        if (c == '\r') {
            at++;
            c = peek();
            if (c != '\n') {
                throw new CsvFormatException(line, "a carriage return without a line feed");
            }
        }
        if (c == '\n') {
            at++;
            line++;
            return true;
        }
        if (c == END) {
            return true;
        }
        throw new CsvFormatException(line, "text follows a closing quote");
    }

    private int peek() throws IOException {
        if (at == filled) {
            fill();
            if (filled == 0) {
                return END;
            }
        }
        return buffer[at];
    }

    /**
     * Fills the buffer. Reports malformed bytes only after all text before them was read, so that their line is known.
     */
    private void fill() throws IOException {
        CharBuffer chars = CharBuffer.wrap(buffer);
        CoderResult result = decoder.decode(bytes, chars, ended);
        while (chars.position() == 0 && !result.isError() && !ended) {
            bytes.compact();
            int got = in.read(bytes.array(), bytes.position(), bytes.remaining());
            ended = got < 0;
            bytes.position(bytes.position() + Math.max(0, got)).flip();
            result = decoder.decode(bytes, chars, ended);
        }
        if (chars.position() == 0 && result.isError()) {
            throw new CsvFormatException(line, "bytes that are not UTF-8");
        }
        filled = chars.position();
        at = 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}

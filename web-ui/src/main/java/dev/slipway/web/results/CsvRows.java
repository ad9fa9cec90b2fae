package dev.slipway.web.results;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * Reads the rows of a CSV of unknown quality that a program wrote. The file is plain or gzip (also BGZF). The reader
 * uses bounded memory and stops after a number of bytes of text, because a little gzip can hold much text. A row is one
 * line, because numbers need no line breaks. A line that is too long to be a row counts as a row without cells.
 */
public final class CsvRows implements Closeable {
    /** The most bytes of unpacked text that are read for one picture. */
    public static final long BYTES = 256L << 20;

    /** The most bytes of unpacked text that are read to find the first rows. */
    public static final long BEGINNING = 1L << 20;

    private static final int LINE = 4096;
    private static final int CELLS = 64;
    private static final int GZIP = 0x1f;

    private final InputStream in;
    private final byte[] line = new byte[LINE];
    private long left;
    private boolean cut;

    /** Takes over {@code file} and closes the file at the end. Reads at most {@code bytes} of text. */
    public CsvRows(InputStream file, long bytes) throws IOException {
        BufferedInputStream plain = new BufferedInputStream(file, 1 << 16);
        plain.mark(1);
        int first = plain.read();
        plain.reset();
        this.left = bytes;
        this.in = first == GZIP ? new BufferedInputStream(new GZIPInputStream(plain, 1 << 16), 1 << 16) : plain;
    }

    /** Returns the names in the first row, without a byte order mark; empty for a file without a row. */
    public Optional<List<String>> header() throws IOException {
        return next().map(names ->
                names.stream().map(name -> name.replace("\uFEFF", "")).toList());
    }

    /** Returns whether the row is an empty line. */
    public static boolean isBlank(List<String> cells) {
        return cells.size() == 1 && cells.get(0).isEmpty();
    }

    /** Refuses a row that has not as many cells as the header has names. */
    public static void checkWidth(List<String> cells, int width, long line, String remedy) throws UndrawableException {
        if (cells.size() != width) {
            throw new UndrawableException(
                    "line " + line
                            + (cells.isEmpty()
                                    ? " is too long to be a row"
                                    : " has " + cells.size() + " cells, and the header has " + width),
                    remedy);
        }
    }

    /** Returns the cells of the next row; empty at the end of the file, and where the limit leaves less than a row. */
    public Optional<List<String>> next() throws IOException {
        int length = 0;
        boolean tooLong = false;
        int next = read();
        if (next < 0) {
            return Optional.empty();
        }
        while (next >= 0 && next != '\n') {
            if (length == LINE) {
                tooLong = true;
                length = 0;
            }
            line[length++] = (byte) next;
            next = read();
        }
        if (cut) {
            return Optional.empty();
        }
        return Optional.of(tooLong ? List.of() : cells(new String(line, 0, length, StandardCharsets.UTF_8)));
    }

    /** Returns whether the limit was reached before the end of the file. */
    public boolean cut() {
        return cut;
    }

    private int read() throws IOException {
        int next = in.read();
        if (next >= 0 && left-- <= 0) {
            cut = true;
            return -1;
        }
        return next;
    }

    private static List<String> cells(String row) {
        String text = row.endsWith("\r") ? row.substring(0, row.length() - 1) : row;
        List<String> cells = new ArrayList<>();
        int at = 0;
        while (at <= text.length() && cells.size() < CELLS) {
            int end = cellEnd(text, at);
            cells.add(unquoted(text.substring(at, end)));
            at = end + 1;
        }
        return cells;
    }

    private static int cellEnd(String text, int from) {
        boolean quoted = false;
        for (int i = from; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '"') {
                quoted = !quoted;
            } else if (each == ',' && !quoted) {
                return i;
            }
        }
        return text.length();
    }

    private static String unquoted(String cell) {
        return cell.length() >= 2 && cell.startsWith("\"") && cell.endsWith("\"")
                ? cell.substring(1, cell.length() - 1).replace("\"\"", "\"")
                : cell.strip();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}

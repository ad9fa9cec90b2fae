package dev.slipway.web.results;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.io.input.BOMInputStream;
import org.apache.commons.io.input.BoundedInputStream;

/**
 * Reads the rows of a CSV of unknown quality that a program wrote. The file is plain or gzip (also BGZF). The reader
 * uses bounded memory and stops after a number of bytes of text, because a little gzip can hold much text. A row that
 * is too long counts as a row without cells, and no row behind it is read.
 */
public final class CsvRows implements Closeable {
    /** The most bytes of unpacked text that are read for one picture. */
    public static final long BYTES = 256L << 20;

    /** The most bytes of unpacked text that are read to find the first rows. */
    public static final long BEGINNING = 1L << 20;

    /** The characters that any row may have. A quote that is left open makes one row of all text behind it. */
    static final int ROW = 1 << 16;

    private static final int GZIP = 0x1f;

    /** Forgives broken quotes: a page shows what it can, and pictures refuse a wrong number of cells. */
    private static final CSVFormat FORMAT = CSVFormat.RFC4180
            .builder()
            .setIgnoreSurroundingSpaces(true)
            .setTrailingData(true)
            .setLenientEof(true)
            .get();

    private final long most;
    private final BoundedInputStream bytes;
    private final RowReader text;
    private final CSVParser parser;
    private final Iterator<CSVRecord> records;
    private long line;

    /** Hands on the text of a file. The text ends where a row is too long. */
    private static final class RowReader extends FilterReader {
        private int left;
        private boolean ended;
        private boolean tooLong;

        RowReader(Reader file) {
            super(file);
        }

        @Override
        public int read(char[] buffer, int from, int length) throws IOException {
            tooLong |= left == 0;
            int read = tooLong ? -1 : super.read(buffer, from, Math.min(length, left));
            ended = read < 0;
            left -= Math.max(0, read);
            return read;
        }
    }

    /** Takes over {@code file} and closes the file at the end. Reads at most {@code most} bytes of text. */
    public CsvRows(InputStream file, long most) throws IOException {
        this.most = most;
        // One more byte than allowed tells a file that is cut from one that ends there.
        this.bytes = BoundedInputStream.builder()
                .setInputStream(
                        BOMInputStream.builder().setInputStream(unpacked(file)).get())
                .setMaxCount(most + 1)
                .get();
        this.text = new RowReader(new InputStreamReader(bytes, StandardCharsets.UTF_8));
        this.parser = CSVParser.parse(text, FORMAT);
        this.records = parser.iterator();
    }

    private static InputStream unpacked(InputStream file) throws IOException {
        BufferedInputStream plain = new BufferedInputStream(file, 1 << 16);
        plain.mark(1);
        int first = plain.read();
        plain.reset();
        return first == GZIP ? new GZIPInputStream(plain, 1 << 16) : plain;
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
        line = parser.getCurrentLineNumber() + 1;
        text.left = ROW;
        Optional<List<String>> cells = record().map(CSVRecord::toList);
        if (text.tooLong) {
            return cells.map(row -> List.of());
        }
        return text.ended && cut() ? Optional.empty() : cells;
    }

    private Optional<CSVRecord> record() throws IOException {
        try {
            return records.hasNext() ? Optional.of(records.next()) : Optional.empty();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Returns the line on which the last row begins. */
    public long line() {
        return line;
    }

    /** Returns whether text is left out behind the last row. */
    public boolean cut() {
        return text.tooLong || bytes.getCount() > most;
    }

    @Override
    public void close() throws IOException {
        parser.close();
    }
}

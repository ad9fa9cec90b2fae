package dev.slipway.gateway.files;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;

/**
 * Cuts CSV data that arrive in pieces of any length into whole rows. Parses many rows at a time, and holds one batch in
 * memory.
 */
final class RowBatches {
    /** The bytes of a batch. Many rows share one reader, because the buffers of a reader cost more than a row. */
    private static final int BATCH = 64 * 1024;

    /** More bytes than the longest row that a reader takes, because a char takes at most three bytes. */
    private static final int LONGEST = 3 * CsvReader.LARGEST_ROW + 2 * BATCH;

    private final Rows rows;
    private byte[] bytes = new byte[2 * BATCH];
    private int filled;
    /** The position at which the last whole row ends. */
    private int whole;

    private boolean quoted;
    private long linesBefore;

    /** Takes the rows in their order. */
    interface Rows {
        /** @param line the line of the data on which the row begins, 1 for the header */
        void row(CsvRow row, long line) throws IOException;
    }

    RowBatches(Rows rows) {
        this.rows = rows;
    }

    void add(byte[] data, int offset, int length) throws IOException {
        if (filled + length > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(filled + length, Math.min(LONGEST, 2 * bytes.length)));
        }
        for (int i = offset; i < offset + length; i++) {
            byte b = data[i];
            bytes[filled++] = b;
            if (b == '"') {
                quoted = !quoted;
            } else if (b == '\n' && !quoted) {
                whole = filled;
            }
        }
        if (whole >= BATCH) {
            read(whole);
        }
        if (filled > LONGEST) {
            throw new LongRowException(linesBefore + 1);
        }
    }

    /** Reads the remaining rows; the last row may lack a line end. */
    void end() throws IOException {
        read(filled);
    }

    private void read(int length) throws IOException {
        CsvReader reader = new CsvReader(new ByteArrayInputStream(bytes, 0, length));
        try {
            for (CsvRow row = reader.next(); row != null; row = reader.next()) {
                rows.row(row, linesBefore + row.line());
            }
        } catch (LongRowException e) {
            throw new LongRowException(linesBefore + e.line());
        } catch (CsvFormatException e) {
            throw new CsvFormatException(linesBefore + e.line(), e.words());
        }
        for (int i = 0; i < length; i++) {
            linesBefore += bytes[i] == '\n' ? 1 : 0;
        }
        int left = filled - length;
        // Releases the room of a long row.
        byte[] next = left < BATCH && bytes.length > 16 * BATCH ? new byte[2 * BATCH] : bytes;
        System.arraycopy(bytes, length, next, 0, left);
        bytes = next;
        filled = left;
        whole = 0;
    }
}

package dev.slipway.gateway.files;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * Drops the header line of the written data, after checking that the line equals the header of the file to which the
 * data are appended.
 */
final class CsvAppendStream extends FilterOutputStream {
    private static final int LONGEST_HEADER = 1024 * 1024;

    private final List<String> header;
    private final ByteArrayOutputStream seen = new ByteArrayOutputStream();
    private boolean quoted;
    private boolean passed;

    CsvAppendStream(OutputStream out, List<String> header) {
        super(out);
        this.header = header;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int at = offset;
        int end = offset + length;
        while (!passed && at < end) {
            byte b = bytes[at++];
            seen.write(b);
            quoted ^= b == '"';
            if (b == '\n' && !quoted) {
                compare();
            }
            if (seen.size() > LONGEST_HEADER) {
                throw new HeaderDiffersException("the new rows have no header line");
            }
        }
        out.write(bytes, at, end - at);
    }

    private void compare() throws IOException {
        passed = true;
        try (CsvReader reader = new CsvReader(new ByteArrayInputStream(seen.toByteArray()))) {
            CsvRow row = reader.next();
            List<String> columns = row == null ? List.of() : row.values();
            if (!columns.equals(header)) {
                throw new HeaderDiffersException("the file has the columns " + header + ", the new rows " + columns);
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (!passed && seen.size() > 0) {
            compare();
        }
        super.close();
    }

    /** Thrown when the rows to append have other columns than the file. */
    static final class HeaderDiffersException extends IOException {
        private static final long serialVersionUID = 1L;

        HeaderDiffersException(String message) {
            super(message);
        }
    }
}

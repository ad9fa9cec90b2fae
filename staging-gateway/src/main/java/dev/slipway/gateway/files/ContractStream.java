package dev.slipway.gateway.files;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Shows written data to a check. Skips data that are packed already, because they cannot be read in passing. */
final class ContractStream extends FilterOutputStream {
    private static final byte[] GZIP = {0x1f, (byte) 0x8b};

    private final ContractCheck check;
    private final long begin;
    private int begun;
    private boolean packed;

    /** @param begin the position in the file at which this stream begins to write */
    ContractStream(OutputStream out, ContractCheck check, long begin) {
        super(out);
        this.check = check;
        this.begin = begin;
    }

    long begin() {
        return begin;
    }

    /** Returns whether the data are packed, so that the check has not seen them. */
    boolean packed() {
        return packed;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
        show(bytes, offset, length);
    }

    /** Shows the check the data that an earlier try wrote. */
    void passed(PartialFile part) throws IOException {
        part.read(this::show);
    }

    private void show(byte[] bytes, int offset, int length) throws IOException {
        int at = offset;
        int end = offset + length;
        // While the data begin like packed data, the check waits.
        while (begun < GZIP.length && at < end && bytes[at] == GZIP[begun]) {
            begun++;
            at++;
            packed = begun == GZIP.length;
        }
        if (packed || at == end) {
            return;
        }
        if (begun < GZIP.length) {
            check.add(GZIP, 0, begun);
            begun = GZIP.length;
        }
        check.add(bytes, at, end - at);
    }

    @Override
    public void close() throws IOException {
        if (begun > 0 && begun < GZIP.length) {
            check.add(GZIP, 0, begun);
            begun = GZIP.length;
        }
        super.close();
    }
}

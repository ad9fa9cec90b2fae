package dev.slipway.gateway.ssh;

import dev.slipway.gateway.bytes.SingleByte;
import java.io.IOException;
import java.io.InputStream;

/** The bytes of a file that scp sends: as many as announced, followed by scp's confirmation. */
final class ScpSource extends InputStream {
    private final ScpChannel scp;
    private long left;
    private boolean ended;

    ScpSource(ScpChannel scp, ScpHeader header) throws RemoteReadException {
        this.scp = scp;
        left = header.bytes();
        scp.yes();
    }

    @Override
    public int read() throws IOException {
        return SingleByte.of(this);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (left == 0) {
            end();
            return -1;
        }
        int got = scp.bytes(bytes, offset, (int) Math.min(left, length));
        left -= got;
        return got;
    }

    /** Skips in pieces of the usual size of a read. */
    @Override
    public long skip(long bytes) throws IOException {
        byte[] passed = new byte[1 << 16];
        long skipped = 0;
        while (skipped < bytes) {
            int got = read(passed, 0, (int) Math.min(bytes - skipped, passed.length));
            if (got < 0) {
                break;
            }
            skipped += got;
        }
        return skipped;
    }

    private void end() throws IOException {
        if (!ended) {
            scp.answered();
            ended = true;
            scp.yes();
            scp.ended();
        }
    }

    @Override
    public void close() {
        scp.close();
    }
}

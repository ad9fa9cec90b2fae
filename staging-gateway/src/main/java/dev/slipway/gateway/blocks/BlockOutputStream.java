package dev.slipway.gateway.blocks;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/**
 * Compresses flowing data into BGZF blocks, several blocks in parallel beside the writing thread. {@link #close}
 * completes the file by the empty last block.
 */
public final class BlockOutputStream extends OutputStream {
    /**
     * The most blocks under way: enough that neither the writer nor the compression waits for each small step of the
     * other.
     */
    private static final int UNDER_WAY = 8;

    private final OutputStream out;
    private final BlockIndex index;
    private final Block[] ring = new Block[UNDER_WAY];
    private final ForkJoinTask<?>[] work = new ForkJoinTask<?>[UNDER_WAY];
    private int filling;
    private boolean closed;

    /** Writes a new file to {@code out}. */
    public BlockOutputStream(OutputStream out, BlockFormat format) {
        this(out, format, new BlockIndex());
    }

    /** Continues a file whose empty last block was removed. {@code index} knows the file's blocks. */
    public BlockOutputStream(OutputStream out, BlockFormat format, BlockIndex index) {
        this.out = out;
        this.index = index;
        for (int i = 0; i < UNDER_WAY; i++) {
            ring[i] = new Block(format);
        }
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int from = offset;
        int end = offset + length;
        while (from < end) {
            from += ring[filling].add(bytes, from, end - from);
            if (ring[filling].isFull()) {
                compress();
            }
        }
    }

    /** Returns the index of the blocks written so far. */
    public BlockIndex index() {
        return index;
    }

    /** Passes on full blocks only; a block is never cut to please a flush. */
    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        try (out) {
            if (!ring[filling].isEmpty()) {
                compress();
            }
            for (int i = 0; i < UNDER_WAY; i++) {
                writeOldest();
                filling = (filling + 1) % UNDER_WAY;
            }
            out.write(BlockFormat.endOfFile());
        } finally {
            for (Block block : ring) {
                block.end();
            }
        }
    }

    /** Begins the compression of the block that is being filled, and makes room for the next by writing the oldest. */
    private void compress() throws IOException {
        work[filling] = ForkJoinPool.commonPool().submit(ring[filling]::compress);
        filling = (filling + 1) % UNDER_WAY;
        writeOldest();
    }

    /** Writes the block in the slot that is filled next, if there is one. */
    private void writeOldest() throws IOException {
        if (work[filling] != null) {
            work[filling].join();
            work[filling] = null;
            int dataBytes = ring[filling].dataBytes();
            index.add(ring[filling].writeTo(out), dataBytes);
        }
    }
}

package dev.slipway.gateway.blocks;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Compresses into BGZF blocks while the data flows. Only {@link #close} makes the file whole, by the empty last block. */
public final class BlockOutputStream extends OutputStream {
    private final OutputStream out;
    private final BlockIndex index;
    private final Deflater deflater;
    private final CRC32 crc = new CRC32();
    private final byte[] data;
    private final byte[] block = new byte[BlockFormat.LARGEST_BLOCK];
    private int filled;
    private boolean closed;

    /** Writes a new file to {@code out}. */
    public BlockOutputStream(OutputStream out, BlockFormat format) {
        this(out, format, new BlockIndex());
    }

    /** Goes on with a file whose blocks {@code index} knows and whose empty last block was taken off. */
    public BlockOutputStream(OutputStream out, BlockFormat format, BlockIndex index) {
        this.out = out;
        this.index = index;
        this.deflater = new Deflater(format.level(), true);
        this.data = new byte[format.blockBytes()];
    }

    @Override
    public void write(int b) throws IOException {
        data[filled++] = (byte) b;
        if (filled == data.length) {
            writeBlock();
        }
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int from = offset;
        int left = length;
        while (left > 0) {
            int part = Math.min(left, data.length - filled);
            System.arraycopy(bytes, from, data, filled, part);
            filled += part;
            from += part;
            left -= part;
            if (filled == data.length) {
                writeBlock();
            }
        }
    }

    /** The blocks written so far. */
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
            if (filled > 0) {
                writeBlock();
            }
            out.write(BlockFormat.endOfFile());
        } finally {
            deflater.end();
        }
    }

    private void writeBlock() throws IOException {
        int room = block.length - BlockFormat.HEADER_BYTES - BlockFormat.FOOTER_BYTES;
        int compressed = deflate(room);
        int blockBytes = BlockFormat.HEADER_BYTES + compressed + BlockFormat.FOOTER_BYTES;
        crc.reset();
        crc.update(data, 0, filled);
        ByteBuffer bytes = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(BlockFormat.endOfFile(), 0, 16).putShort((short) (blockBytes - 1));
        bytes.position(BlockFormat.HEADER_BYTES + compressed);
        bytes.putInt((int) crc.getValue()).putInt(filled);
        out.write(block, 0, blockBytes);
        index.add(blockBytes, filled);
        filled = 0;
    }

    private int deflate(int room) {
        deflater.reset();
        deflater.setInput(data, 0, filled);
        deflater.finish();
        int compressed = deflater.deflate(block, BlockFormat.HEADER_BYTES, room);
        return deflater.finished() ? compressed : stored();
    }

    /** One stored deflate block, for data that deflate would make larger than a block may be. */
    private int stored() {
        ByteBuffer bytes = ByteBuffer.wrap(block, BlockFormat.HEADER_BYTES, filled + 5)
                .slice()
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) 1).putShort((short) filled).putShort((short) ~filled).put(data, 0, filled);
        return filled + 5;
    }
}

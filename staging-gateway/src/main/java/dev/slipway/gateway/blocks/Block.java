package dev.slipway.gateway.blocks;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** A BGZF block that is filled, compressed, written, and then filled anew. For one thread at a time. */
final class Block {
    private final Deflater deflater;
    private final CRC32 crc = new CRC32();
    private final byte[] data;
    private final byte[] block = new byte[BlockFormat.LARGEST_BLOCK];
    private int filled;
    private int blockBytes;

    Block(BlockFormat format) {
        this.deflater = new Deflater(format.level(), true);
        this.data = new byte[format.blockBytes()];
    }

    /** Takes as many bytes as fit. Returns their number. */
    int add(byte[] bytes, int offset, int length) {
        int taken = Math.min(length, data.length - filled);
        System.arraycopy(bytes, offset, data, filled, taken);
        filled += taken;
        return taken;
    }

    boolean isFull() {
        return filled == data.length;
    }

    boolean isEmpty() {
        return filled == 0;
    }

    int dataBytes() {
        return filled;
    }

    void compress() {
        int room = block.length - BlockFormat.HEADER_BYTES - BlockFormat.FOOTER_BYTES;
        int compressed = deflate(room);
        blockBytes = BlockFormat.HEADER_BYTES + compressed + BlockFormat.FOOTER_BYTES;
        crc.reset();
        crc.update(data, 0, filled);
        ByteBuffer bytes = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(BlockFormat.endOfFile(), 0, 16).putShort((short) (blockBytes - 1));
        bytes.position(BlockFormat.HEADER_BYTES + compressed);
        bytes.putInt((int) crc.getValue()).putInt(filled);
    }

    private int deflate(int room) {
        deflater.reset();
        deflater.setInput(data, 0, filled);
        deflater.finish();
        int compressed = deflater.deflate(block, BlockFormat.HEADER_BYTES, room);
        return deflater.finished() ? compressed : stored();
    }

    /** Makes a stored deflate block, for data that deflate would make larger than a block may be. */
    private int stored() {
        ByteBuffer bytes = ByteBuffer.wrap(block, BlockFormat.HEADER_BYTES, filled + 5)
                .slice()
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) 1).putShort((short) filled).putShort((short) ~filled).put(data, 0, filled);
        return filled + 5;
    }

    /** Writes the compressed block and is empty; the bytes written. */
    int writeTo(OutputStream out) throws IOException {
        out.write(block, 0, blockBytes);
        filled = 0;
        return blockBytes;
    }

    void end() {
        deflater.end();
    }
}

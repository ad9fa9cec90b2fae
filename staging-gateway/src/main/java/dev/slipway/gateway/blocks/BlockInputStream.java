package dev.slipway.gateway.blocks;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Reads BGZF and checks each block. A file without its empty last block is truncated, and its end is an error. */
final class BlockInputStream extends InputStream {
    private final InputStream in;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 crc = new CRC32();
    private final byte[] header = new byte[BlockFormat.HEADER_BYTES];
    private byte[] data = new byte[0];
    private int at;
    private boolean emptyLast;
    private boolean ended;

    BlockInputStream(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        return ready() ? data[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!ready()) {
            return -1;
        }
        int part = Math.min(length, data.length - at);
        System.arraycopy(data, at, bytes, offset, part);
        at += part;
        return part;
    }

    @Override
    public int available() {
        return data.length - at;
    }

    private boolean ready() throws IOException {
        while (at == data.length && !ended) {
            readBlock();
        }
        return at < data.length;
    }

    private void readBlock() throws IOException {
        int got = in.readNBytes(header, 0, header.length);
        if (got == 0) {
            if (!emptyLast) {
                throw new CorruptBlocksException("the last block is missing: the file is cut short");
            }
            ended = true;
            return;
        }
        if (got < header.length) {
            throw new CorruptBlocksException("a block is cut short");
        }
        byte[] rest = in.readNBytes(BlockHeader.blockBytes(header) - header.length);
        if (rest.length < BlockHeader.blockBytes(header) - header.length) {
            throw new CorruptBlocksException("a block is cut short");
        }
        inflate(rest);
        emptyLast = data.length == 0;
    }

    private void inflate(byte[] rest) throws IOException {
        int compressed = rest.length - BlockFormat.FOOTER_BYTES;
        ByteBuffer footer = ByteBuffer.wrap(rest).order(ByteOrder.LITTLE_ENDIAN);
        int wantedCrc = footer.getInt(compressed);
        int length = footer.getInt(compressed + 4);
        if (length < 0 || length > BlockFormat.LARGEST_BLOCK) {
            throw new CorruptBlocksException("a block says that it holds " + length + " bytes");
        }
        byte[] block = new byte[length];
        inflater.reset();
        inflater.setInput(rest, 0, compressed);
        try {
            int inflated = inflater.inflate(block);
            if (inflated != length || (length > 0 && inflater.inflate(new byte[1]) != 0)) {
                throw new CorruptBlocksException("a block does not hold as many bytes as it says");
            }
        } catch (DataFormatException e) {
            throw new CorruptBlocksException("a block cannot be inflated: " + e.getMessage());
        }
        crc.reset();
        crc.update(block);
        if ((int) crc.getValue() != wantedCrc) {
            throw new CorruptBlocksException("a block's checksum is wrong");
        }
        data = block;
        at = 0;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        in.close();
    }
}

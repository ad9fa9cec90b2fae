package dev.slipway.gateway.blocks;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/**
 * The positions of the blocks of a BGZF file. Written as {@code .gzi}, in the format of {@code bgzip -i}: a count, then
 * pairs (offset in the file, offset in the data) of the blocks after the first, all 64 bit little endian. For a file
 * without data the count is 0; htslib 1.16 writes -1, which no reader expects.
 */
public final class BlockIndex {
    private long[] fileOffsets = new long[64];
    private long[] dataOffsets = new long[64];
    private int blocks;
    private long fileEnd;
    private long dataEnd;

    /** Reads the block headers of a whole BGZF file; the data is not looked at. */
    public static BlockIndex scan(FileChannel file) throws IOException {
        BlockIndex index = new BlockIndex();
        long size = file.size();
        boolean ended = false;
        ByteBuffer header = ByteBuffer.allocate(BlockFormat.HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer length = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
        long at = 0;
        while (at < size) {
            fill(file, header, at);
            int blockBytes = BlockHeader.blockBytes(header.array());
            fill(file, length, at + blockBytes - 4);
            int dataBytes = length.getInt(0);
            ended = dataBytes == 0;
            if (!ended) {
                index.add(blockBytes, dataBytes);
            } else if (at + blockBytes != size) {
                throw new CorruptBlocksException("an empty block stands in the middle, at byte " + at);
            }
            at += blockBytes;
        }
        if (!ended) {
            throw new CorruptBlocksException("the last block is missing: the file is cut short");
        }
        return index;
    }

    private static void fill(FileChannel file, ByteBuffer buffer, long at) throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
            if (file.read(buffer, at + buffer.position()) < 0) {
                throw new CorruptBlocksException("a block is cut short at byte " + at);
            }
        }
    }

    void add(long blockBytes, long dataBytes) {
        if (blocks == fileOffsets.length) {
            fileOffsets = Arrays.copyOf(fileOffsets, blocks * 2);
            dataOffsets = Arrays.copyOf(dataOffsets, blocks * 2);
        }
        fileOffsets[blocks] = fileEnd;
        dataOffsets[blocks] = dataEnd;
        blocks++;
        fileEnd += blockBytes;
        dataEnd += dataBytes;
    }

    /** Returns the number of blocks that hold data. */
    public int blocks() {
        return blocks;
    }

    /** Returns the bytes of the file before its empty last block. */
    public long fileEnd() {
        return fileEnd;
    }

    /** Returns the number of bytes of data. */
    public long dataEnd() {
        return dataEnd;
    }

    /** Returns the position in the file at which the block number {@code block} begins. */
    public long fileOffset(int block) {
        return fileOffsets[block];
    }

    /** Writes the {@code .gzi} form. */
    public void write(OutputStream out) throws IOException {
        int pairs = Math.max(0, blocks - 1);
        ByteBuffer bytes = ByteBuffer.allocate(8 + 16 * pairs).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(pairs);
        for (int block = 1; block < blocks; block++) {
            bytes.putLong(fileOffsets[block]).putLong(dataOffsets[block]);
        }
        out.write(bytes.array());
    }
}

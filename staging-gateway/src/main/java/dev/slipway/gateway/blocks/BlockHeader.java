package dev.slipway.gateway.blocks;

/** The first 18 bytes of a block. */
final class BlockHeader {
    private BlockHeader() {}

    /**
     * Returns whether {@code head} begins a BGZF block. The only extra field must be BC, as in the output of all known
     * writers.
     */
    static boolean isBlock(byte[] head, int length) {
        return length >= BlockFormat.HEADER_BYTES
                && isGzip(head, length)
                && (head[3] & 4) != 0
                && at(head, 10) == 6
                && at(head, 11) == 0
                && head[12] == 'B'
                && head[13] == 'C'
                && at(head, 14) == 2
                && at(head, 15) == 0;
    }

    static boolean isGzip(byte[] head, int length) {
        return length >= 3 && at(head, 0) == 0x1f && at(head, 1) == 0x8b && head[2] == 8;
    }

    /** Returns the size of the whole block, header and footer included. */
    static int blockBytes(byte[] header) throws CorruptBlocksException {
        if (!isBlock(header, header.length)) {
            throw new CorruptBlocksException("a block begins with other bytes than BGZF's");
        }
        int bytes = at(header, 16) + (at(header, 17) << 8) + 1;
        if (bytes < BlockFormat.HEADER_BYTES + BlockFormat.FOOTER_BYTES) {
            throw new CorruptBlocksException("a block says that it has " + bytes + " bytes");
        }
        return bytes;
    }

    private static int at(byte[] bytes, int index) {
        return bytes[index] & 0xff;
    }
}

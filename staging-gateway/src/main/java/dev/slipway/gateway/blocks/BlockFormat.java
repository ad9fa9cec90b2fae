package dev.slipway.gateway.blocks;

/**
 * How BGZF blocks are made (SAM specification, section 4.1).
 *
 * @param blockBytes uncompressed bytes of a full block, at most 65,280 so that any data fits one block
 * @param level of deflate, 0 to 9
 */
public record BlockFormat(int blockBytes, int level) {
    /** 16 KiB of data a block; level 1, for level 6 saves 4 % of space and takes a third more time. */
    public static final BlockFormat STANDARD = new BlockFormat(16 * 1024, 1);

    static final int HEADER_BYTES = 18;
    static final int FOOTER_BYTES = 8;
    static final int LARGEST_BLOCK = 65_536;

    public BlockFormat {
        if (blockBytes < 1 || blockBytes > 65_280) {
            throw new IllegalArgumentException("a block holds 1 to 65280 bytes, not " + blockBytes);
        }
        if (level < 0 || level > 9) {
            throw new IllegalArgumentException("the level of compression is 0 to 9, not " + level);
        }
    }

    /** The standard empty block that ends a whole file. */
    static byte[] endOfFile() {
        return new byte[] {
            0x1f,
            (byte) 0x8b,
            8,
            4,
            0,
            0,
            0,
            0,
            0,
            (byte) 0xff,
            6,
            0,
            'B',
            'C',
            2,
            0,
            0x1b,
            0,
            3,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0,
            0
        };
    }
}

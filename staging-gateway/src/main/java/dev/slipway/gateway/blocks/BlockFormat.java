package dev.slipway.gateway.blocks;

/**
 * The parameters of BGZF blocks (SAM specification, section 4.1).
 *
 * @param blockBytes uncompressed bytes of a full block, at most {@link #MOST_BYTES}
 * @param level of deflate, 0 to 9
 */
public record BlockFormat(int blockBytes, int level) {
    /** 16 KiB of data per block. Level 1, because level 6 saves 4 % of space and takes a third more time. */
    public static final BlockFormat STANDARD = new BlockFormat(16 * 1024, 1);

    /** The most data of a block, so that even incompressible data fit. */
    public static final int MOST_BYTES = 65_280;

    public static final int MOST_LEVEL = 9;

    static final int HEADER_BYTES = 18;
    static final int FOOTER_BYTES = 8;
    static final int LARGEST_BLOCK = 65_536;

    public BlockFormat {
        if (blockBytes < 1 || blockBytes > MOST_BYTES) {
            throw new IllegalArgumentException("a block holds 1 to " + MOST_BYTES + " bytes, not " + blockBytes);
        }
        if (level < 0 || level > MOST_LEVEL) {
            throw new IllegalArgumentException("the level of compression is 0 to 9, not " + level);
        }
    }

    /** Returns the standard empty block that ends a complete file. */
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

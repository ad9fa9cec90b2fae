package dev.slipway.gateway.blocks;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The compression of a file's bytes, judged by the content and never by the name. */
public enum ContentForm {
    PLAIN,
    GZIP,
    BGZF;

    private static final int BUFFER = 64 * 1024;

    /** Returns the form of the data in {@code in}. The stream must support marks, and its position stays. */
    public static ContentForm of(InputStream in) throws IOException {
        byte[] head = new byte[BlockFormat.HEADER_BYTES];
        in.mark(head.length);
        int length = in.readNBytes(head, 0, head.length);
        in.reset();
        if (BlockHeader.isBlock(head, length)) {
            return BGZF;
        }
        return BlockHeader.isGzip(head, length) ? GZIP : PLAIN;
    }

    /** Returns the data of {@code raw}, unpacked if packed. Damage shows as {@link IOException} while reading. */
    public static InputStream decoded(InputStream raw) throws IOException {
        BufferedInputStream in = new BufferedInputStream(raw, BUFFER);
        return switch (of(in)) {
            case PLAIN -> in;
            case GZIP -> new GzipMembers(in);
            case BGZF -> new BlockInputStream(in);
        };
    }
}

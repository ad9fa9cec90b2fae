package dev.slipway.run;

import dev.slipway.problem.Printable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Reads the end of a file that a program wrote: bounded, and safe to show. */
public final class OutputTail {
    private static final int MOST_BYTES = 4096;
    private static final int MOST_LINES = 20;

    private OutputTail() {}

    /**
     * Returns the last lines of {@code relative} below {@code base}, made printable; empty if the file cannot be read.
     */
    public static String lines(Path base, Path relative) {
        try {
            String text = new String(bytes(base, relative, MOST_BYTES), StandardCharsets.UTF_8);
            String[] lines = Printable.lines(text).strip().split("\n");
            int from = Math.max(0, lines.length - MOST_LINES);
            return String.join("\n", java.util.Arrays.asList(lines).subList(from, lines.length));
        } catch (IOException e) {
            return "";
        }
    }

    /** Returns the last {@code most} bytes of the file, or all bytes of a shorter one. */
    static byte[] bytes(Path base, Path relative, int most) throws IOException {
        try (SeekableByteChannel channel = UntrustedFiles.open(base, relative)) {
            long size = channel.size();
            ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(most, size));
            channel.position(size - buffer.capacity());
            while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
            byte[] read = new byte[buffer.position()];
            buffer.flip().get(read);
            return read;
        }
    }
}

package dev.slipway.web.jobs;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.OutputChunk;
import dev.slipway.job.JobToken;
import java.nio.charset.StandardCharsets;

/**
 * The end of a run's output.
 *
 * @param name of the stream in routes and texts: stdout or stderr
 * @param text its last lines, free of control characters that a page cannot hold
 * @param cut whether more stands before them
 */
public record OutputTail(String name, String text, boolean cut) {
    private static final int SIZE = 8 * 1024;

    /** A stream read by offset. */
    interface Source {
        /** At most {@code limit} bytes from {@code offset}; none at or past the end. */
        byte[] read(long offset, int limit);
    }

    static OutputTail of(JobDesk desk, Caller caller, JobToken token, OutputChunk.Stream stream) {
        String name = stream == OutputChunk.Stream.STDOUT ? "stdout" : "stderr";
        return of(name, (offset, limit) -> desk.output(caller, token, stream, offset, limit)
                .bytes());
    }

    static OutputTail of(String name, Source source) {
        byte[] first = source.read(0, SIZE);
        if (first.length < SIZE) {
            return new OutputTail(name, printable(first, 0), false);
        }
        long start = Math.max(0, end(source) - SIZE);
        byte[] tail = source.read(start, SIZE);
        return new OutputTail(name, printable(tail, start == 0 ? 0 : lineStart(tail)), start > 0);
    }

    /** Length of a stream that may be long and says so only by its pieces: doubling, then halving. */
    private static long end(Source source) {
        long inside = SIZE - 1;
        long outside = 2L * SIZE;
        while (outside < Long.MAX_VALUE && source.read(outside, 1).length > 0) {
            inside = outside;
            // No file is longer than a long counts, but a sparse one may come near.
            outside = outside > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : outside * 2;
        }
        while (outside - inside > 1) {
            long middle = inside + (outside - inside) / 2;
            if (source.read(middle, 1).length > 0) {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        return outside;
    }

    private static int lineStart(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                return i + 1;
            }
        }
        return 0;
    }

    private static String printable(byte[] bytes, int from) {
        String text = new String(bytes, from, bytes.length - from, StandardCharsets.UTF_8);
        return text.replace("\r\n", "\n").replaceAll("[\\p{Cc}&&[^\n\t]]", "\uFFFD");
    }
}

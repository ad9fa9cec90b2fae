package dev.slipway.web.jobs;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.OutputChunk;
import dev.slipway.job.JobToken;
import dev.slipway.run.LauncherNotes;
import java.util.Arrays;

/**
 * The end of a run's output, as a page shows it.
 *
 * @param name name of the stream in routes and texts: stdout or stderr
 * @param text its last lines, free of control characters that a page cannot hold
 * @param notes the notes of mpirun around these lines; may be empty
 * @param cut whether more text stands before these lines
 * @param next offset of the byte after them
 */
public record OutputTailView(String name, String text, String notes, boolean cut, long next) {
    private static final int SIZE = 8 * 1024;

    /** Reads a stream by offset. */
    interface Source {
        /** Reads at most {@code limit} bytes from {@code offset}; none at the end or beyond. */
        byte[] read(long offset, int limit);
    }

    static OutputTailView of(JobDesk desk, Caller caller, JobToken token, OutputChunk.Stream stream) {
        String name = stream == OutputChunk.Stream.STDOUT ? "stdout" : "stderr";
        return of(name, (offset, limit) -> desk.output(caller, token, stream, offset, limit)
                .bytes());
    }

    static OutputTailView of(String name, Source source) {
        byte[] first = source.read(0, SIZE);
        if (first.length < SIZE) {
            return of(name, 0, first);
        }
        long start = Math.max(0, end(source) - SIZE);
        return of(name, start, source.read(start, SIZE));
    }

    private static OutputTailView of(String name, long start, byte[] bytes) {
        int line = start == 0 ? 0 : lineStart(bytes);
        OutputPiece piece = OutputPiece.of(start + line, Arrays.copyOfRange(bytes, line, bytes.length), false);
        LauncherNotes parts = LauncherNotes.of(piece.text());
        return new OutputTailView(name, parts.own(), parts.notes(), start > 0, piece.next());
    }

    /** Finds the length of a stream that may be long and tells it only by its pieces: by doubling, then by halving. */
    private static long end(Source source) {
        long inside = SIZE - 1;
        long outside = 2L * SIZE;
        while (outside < Long.MAX_VALUE && source.read(outside, 1).length > 0) {
            inside = outside;
            // No file is longer than a long can count, but a sparse file may come near.
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
}

package dev.slipway.gateway.files;

import dev.slipway.digest.Sha256;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A file that has come in part. Notes beside it say what it came from, and its SHA-256 after some numbers of bytes. After a crash as
 * much of it is gone on with as still has a hash that was noted: its length alone says nothing, for a disk may have lost what was
 * written last.
 */
final class Part implements Closeable {
    private static final int MOST_NOTES = 1 << 23;

    private final FileChannel file;
    private final FileChannel notes;
    private final Sha256 digest;
    private final long bytes;

    private Part(FileChannel file, FileChannel notes, Sha256 digest, long bytes) {
        this.file = file;
        this.notes = notes;
        this.digest = digest;
        this.bytes = bytes;
    }

    /** An empty one; whatever was there goes. */
    static Part empty(ParentFolder parent, StagedTarget target, String origin) throws IOException {
        FileChannel file = parent.create(target.temporaryName());
        FileChannel notes = parent.create(target.notesName());
        Part part = new Part(file, notes, new Sha256(), 0);
        part.line(origin);
        return part;
    }

    /** What an earlier try left of a file from the same origin, as far as it is as it was written. */
    static Optional<Part> kept(ParentFolder parent, StagedTarget target, String origin) throws IOException {
        Optional<FileChannel> notes = parent.change(target.notesName());
        if (notes.isEmpty()) {
            return Optional.empty();
        }
        List<String> lines = lines(notes.get());
        Optional<FileChannel> file = lines.isEmpty() || !lines.get(0).equals(origin)
                ? Optional.empty()
                : parent.change(target.temporaryName());
        if (file.isEmpty()) {
            notes.get().close();
            return Optional.empty();
        }
        return Optional.of(sound(file.get(), notes.get(), lines));
    }

    private static Part sound(FileChannel file, FileChannel notes, List<String> lines) throws IOException {
        Sha256 reading = new Sha256();
        Sha256 good = reading.copy();
        long end = 0;
        for (String line : lines.subList(1, lines.size())) {
            Note note = Note.parse(line);
            if (note.bytes() < end || !hashed(file, end, note.bytes(), reading)) {
                break;
            }
            if (!reading.copy().end().equals(note.sha256())) {
                break;
            }
            end = note.bytes();
            good = reading.copy();
        }
        file.truncate(end);
        file.position(end);
        notes.position(notes.size());
        return new Part(file, notes, good, end);
    }

    /** One line of the notes; what cannot be read says that there is no such part. */
    private record Note(long bytes, String sha256) {
        static Note parse(String line) {
            int space = line.indexOf(' ');
            try {
                return new Note(Long.parseLong(line.substring(0, Math.max(0, space))), line.substring(space + 1));
            } catch (NumberFormatException e) {
                return new Note(Long.MAX_VALUE, "");
            }
        }
    }

    /** Adds the bytes from {@code from} to {@code to}; false if the file has not as many. */
    private static boolean hashed(FileChannel file, long from, long to, Sha256 reading) throws IOException {
        return to <= file.size() && scanned(file, from, to, reading::add);
    }

    /** Takes bytes. */
    interface Reader {
        void take(byte[] bytes, int offset, int length) throws IOException;
    }

    /** Shows the bytes from {@code from} to {@code to}, wherever the file is positioned; false if it ends before. */
    private static boolean scanned(FileChannel file, long from, long to, Reader reader) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
        for (long at = from; at < to; ) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), to - at));
            int got = file.read(buffer, at);
            if (got < 0) {
                return false;
            }
            reader.take(buffer.array(), 0, got);
            at += got;
        }
        return true;
    }

    /** Of the whole file. */
    static String sha256(FileChannel file) throws IOException {
        Sha256 reading = new Sha256();
        hashed(file, 0, file.size(), reading);
        return reading.end();
    }

    static List<String> lines(FileChannel notes) throws IOException {
        if (notes.size() > MOST_NOTES) {
            return List.of();
        }
        // Not closed: that would close the channel, which takes more notes.
        BufferedReader reader =
                new BufferedReader(new InputStreamReader(Channels.newInputStream(notes), StandardCharsets.UTF_8));
        try {
            return reader.lines().toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Notes that the first {@code bytes} have this hash. */
    void note(long bytesSoFar, String sha256) throws IOException {
        line(bytesSoFar + " " + sha256);
    }

    private void line(String text) throws IOException {
        line(notes, text);
    }

    static void line(FileChannel notes, String text) throws IOException {
        ByteBuffer buffer = StandardCharsets.UTF_8.encode(text + "\n");
        while (buffer.hasRemaining()) {
            notes.write(buffer);
        }
    }

    /** Reads what stands in it already; the file stays positioned after it. */
    void read(Reader reader) throws IOException {
        if (!scanned(file, 0, bytes, reader)) {
            throw new IOException("the file became shorter while it was read");
        }
    }

    /** Positioned after {@link #bytes}. */
    FileChannel file() {
        return file;
    }

    /** That stand in it already. */
    long bytes() {
        return bytes;
    }

    /** Of the bytes that stand in it already. */
    Sha256 digest() {
        return digest;
    }

    /** Closes the notes; the file is its writer's. */
    @Override
    public void close() throws IOException {
        notes.close();
    }
}

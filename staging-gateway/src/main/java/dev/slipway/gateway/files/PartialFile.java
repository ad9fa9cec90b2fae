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
 * The part of a file that has arrived, with notes beside the file. The notes name the origin of the file and the
 * SHA-256 after some numbers of bytes. A try after a crash keeps as many bytes as still match a noted hash. The length
 * alone proves nothing, since a disk may have lost the last writes.
 */
final class PartialFile implements Closeable {
    private static final int MOST_NOTES = 1 << 23;

    private final FileChannel file;
    private final FileChannel notes;
    private final Sha256 digest;
    private final long bytes;

    private PartialFile(FileChannel file, FileChannel notes, Sha256 digest, long bytes) {
        this.file = file;
        this.notes = notes;
        this.digest = digest;
        this.bytes = bytes;
    }

    /** Makes an empty part in place of whatever was there. */
    static PartialFile empty(ParentFolder parent, StagedTarget target, String origin) throws IOException {
        FileChannel file = parent.create(target.temporaryName());
        FileChannel notes = parent.create(target.notesName());
        PartialFile part = new PartialFile(file, notes, new Sha256(), 0);
        part.line(origin);
        return part;
    }

    /**
     * Opens the part that an earlier try left of a file of the same origin. Cuts the part to the last noted hash that
     * still matches.
     */
    static Optional<PartialFile> kept(ParentFolder parent, StagedTarget target, String origin) throws IOException {
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

    private static PartialFile sound(FileChannel file, FileChannel notes, List<String> lines) throws IOException {
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
        return new PartialFile(file, notes, good, end);
    }

    /** One line of the notes. An unreadable line matches no part. */
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

    /** Adds the bytes from {@code from} to {@code to} to a hash; returns false if the file has fewer. */
    private static boolean hashed(FileChannel file, long from, long to, Sha256 reading) throws IOException {
        return to <= file.size() && scanned(file, from, to, reading::add);
    }

    /** Takes bytes. */
    interface Reader {
        void take(byte[] bytes, int offset, int length) throws IOException;
    }

    /**
     * Reads the bytes from {@code from} to {@code to}, wherever the file is positioned; returns false if the file ends
     * before.
     */
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

    /** Returns the hash of the whole file. */
    static String sha256(FileChannel file) throws IOException {
        Sha256 reading = new Sha256();
        hashed(file, 0, file.size(), reading);
        return reading.end();
    }

    static List<String> lines(FileChannel notes) throws IOException {
        if (notes.size() > MOST_NOTES) {
            return List.of();
        }
        // The reader stays open, because closing would close the channel, which takes further notes.
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

    /** Reads the bytes that the part already has, and positions the file after them. */
    void read(Reader reader) throws IOException {
        if (!scanned(file, 0, bytes, reader)) {
            throw new IOException("the file became shorter while it was read");
        }
    }

    /** Returns the file, positioned after {@link #bytes}. */
    FileChannel file() {
        return file;
    }

    /** Returns how many bytes are in the part already. */
    long bytes() {
        return bytes;
    }

    /** Returns the hash of the bytes that are in the part already. */
    Sha256 digest() {
        return digest;
    }

    /** Closes the notes; the writer of the file closes the file. */
    @Override
    public void close() throws IOException {
        notes.close();
    }
}

package dev.slipway.gateway.files;

import dev.slipway.digest.Sha256;
import dev.slipway.gateway.blocks.ContentForm;
import dev.slipway.request.RunPath;
import dev.slipway.staging.StagedFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.DigestInputStream;

/** A regular file of the run folder, open for reading, hashed while it is read. */
public final class RunFile implements Closeable {
    private final RunPath name;
    private final FileChannel channel;
    private final DigestInputStream raw;

    private RunFile(RunPath name, FileChannel channel) {
        this.name = name;
        this.channel = channel;
        this.raw = new DigestInputStream(Channels.newInputStream(channel), Sha256.algorithm());
    }

    /** Opens {@code name} below {@code runFolder}, following no link. */
    public static RunFile open(Path runFolder, RunPath name) throws IOException {
        try (ParentFolder parent = ParentFolder.of(runFolder, name, false)) {
            return new RunFile(
                    name, parent.read(Path.of(name.value()).getFileName().toString()));
        }
    }

    /** The file's bytes as they are. */
    public InputStream raw() {
        return raw;
    }

    /** The file's data, unpacked by its content. */
    public InputStream data() throws IOException {
        return ContentForm.decoded(raw);
    }

    /** Bytes on disk. */
    public long size() throws IOException {
        return channel.size();
    }

    /** What was read, for the report; reads what is left first. */
    public StagedFile staged() throws IOException {
        raw.transferTo(java.io.OutputStream.nullOutputStream());
        return new StagedFile(name, channel.size(), Sha256.end(raw.getMessageDigest()));
    }

    /** Of all that {@code in} still holds, 64 lower-case hex digits. */
    public static String sha256(InputStream in) throws IOException {
        try (DigestInputStream digested = new DigestInputStream(in, Sha256.algorithm())) {
            digested.transferTo(java.io.OutputStream.nullOutputStream());
            return Sha256.end(digested.getMessageDigest());
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}

package dev.slipway.dispatch;

import dev.slipway.digest.Sha256;
import dev.slipway.disk.DurableNames;
import dev.slipway.disk.FullDisk;
import dev.slipway.effect.Effect;
import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.job.JobToken;
import dev.slipway.job.KeptResult;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunPath;
import dev.slipway.run.RunFolder;
import dev.slipway.run.UntrustedFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps files of jobs after their run folders are gone, below {@code results/TOKEN}: the declared results by their
 * number, stdout and stderr. A file has the final name only when the file is whole and on disk.
 */
public final class ResultStore implements Effect {
    private static final Logger LOG = LoggerFactory.getLogger(ResultStore.class);

    /** The names of the run's output streams in a job's folder. */
    public static final String STDOUT = "stdout";

    public static final String STDERR = "stderr";

    private static final KillPoint HALF_KEPT = new KillPoint("keep", "half copied");
    private static final KillPoint COPIED = new KillPoint("keep", "copied, not under its name");
    private static final KillPoint KEPT = new KillPoint("keep", "under its name");
    private static final KillPoint HALF_REMOVED = new KillPoint("kept results", "files gone, folder not");
    private static final KillPoint REMOVED = new KillPoint("kept results", "gone, not recorded");

    private static final int BLOCK = 1 << 16;
    private static final ByteBuffer ZEROS = ByteBuffer.allocate(BLOCK).asReadOnlyBuffer();

    private final Path results;
    private final Witness witness;

    public ResultStore(Path results, Witness witness) {
        this.results = results;
        this.witness = witness;
    }

    @Override
    public List<KillPoint> killPoints() {
        return List.of(HALF_KEPT, COPIED, KEPT, HALF_REMOVED, REMOVED);
    }

    /** Makes the store's own folder, closed to all other users. */
    public void prepare() throws IOException {
        Files.createDirectories(results);
        Files.setPosixFilePermissions(results, PosixFilePermissions.fromString("rwx------"));
    }

    /** Returns the path of the job's {@code number}-th declared result, counted from 0. */
    public Path result(JobToken token, int number) {
        return folder(token).resolve("result-" + number);
    }

    /** Returns the path of a kept output stream. */
    public Path stream(JobToken token, String name) {
        return folder(token).resolve(name);
    }

    private Path folder(JobToken token) {
        return results.resolve(token.value());
    }

    /**
     * Keeps a declared result; empty if the run folder has no such regular file.
     *
     * @param room the most bytes of the result
     * @throws ProblemException RUN_QUOTA if the result is larger
     */
    Optional<KeptResult> keep(JobToken token, RunFolder from, List<ResultFile> declared, int number, long room)
            throws IOException {
        ResultFile result = declared.get(number);
        return copy(from, result.file(), result(token, number), size -> {
                    if (size > room) {
                        throw new ProblemException(tooLarge(result, size, room));
                    }
                    return size;
                })
                .map(copied ->
                        new KeptResult(result.name(), result.role(), result.file(), copied.bytes(), copied.sha256()));
    }

    private static Problem tooLarge(ResultFile result, long size, long room) {
        return Problem.of(
                ProblemCode.RUN_QUOTA,
                "result " + result.name() + ": " + result.file() + " has " + size + " bytes, and only " + room
                        + " more of this job may be kept");
    }

    /** Keeps an output stream, if the run wrote one, cut after {@code room} bytes. Returns the number of bytes kept. */
    long keepStream(JobToken token, RunFolder from, RunPath file, String name, long room) throws IOException {
        return copy(from, file, stream(token, name), size -> Math.min(size, room))
                .map(Copied::bytes)
                .orElse(0L);
    }

    /** Removes all kept files of the job; can be repeated without harm. */
    public void remove(JobToken token) throws IOException {
        Path folder = folder(token);
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            witness.passes(HALF_REMOVED);
            Files.delete(folder);
            DurableNames.sync(results);
            witness.passes(REMOVED);
        }
    }

    /** Returns the names of the entries in the store's folder. */
    public List<String> names() throws IOException {
        try (Stream<Path> folders = Files.list(results)) {
            return folders.map(folder -> folder.getFileName().toString()).toList();
        }
    }

    /** Removes the files that an earlier try kept of a job, once its results are not wanted any more. */
    void clear(JobToken token) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder(token))) {
            for (Path file : files) {
                Files.delete(file);
            }
        } catch (NoSuchFileException e) {
            LOG.trace("job {} has nothing kept", token);
        }
    }

    /** Returns the problem for a failed write to the store. */
    Problem problem(String what, IOException cause) {
        return FullDisk.problem(results, what, cause);
    }

    private record Copied(long bytes, String sha256) {}

    private Optional<Copied> copy(RunFolder from, RunPath file, Path to, LongUnaryOperator most) throws IOException {
        try (SeekableByteChannel source = UntrustedFiles.open(from.files(), Path.of(file.value()))) {
            long bytes = most.applyAsLong(source.size());
            Files.createDirectories(to.getParent());
            Path part = to.resolveSibling(to.getFileName() + ".part");
            Copied copied = copied(source, bytes, part);
            witness.passes(COPIED);
            Files.move(part, to, StandardCopyOption.ATOMIC_MOVE);
            witness.passes(KEPT);
            DurableNames.sync(to.getParent());
            return Optional.of(copied);
        } catch (NoSuchFileException | FileNotFoundException e) {
            return Optional.empty();
        }
    }

    private Copied copied(SeekableByteChannel source, long most, Path part) throws IOException {
        try {
            return copy(source, most, part);
        } catch (IOException e) {
            Files.deleteIfExists(part);
            throw e;
        }
    }

    /** Copies the first bytes of {@code source}; blocks of zeros become holes, so that a sparse file stays one. */
    private Copied copy(SeekableByteChannel source, long most, Path part) throws IOException {
        Sha256 digest = new Sha256();
        long bytes = 0;
        ByteBuffer buffer = ByteBuffer.allocate(BLOCK);
        try (FileChannel target = FileChannel.open(
                part, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            while (bytes < most && source.read(buffer.clear().limit((int) Math.min(BLOCK, most - bytes))) >= 0) {
                digest.add(buffer.flip());
                int got = buffer.remaining();
                boolean last = bytes + got >= most;
                if (last || !zeros(buffer)) {
                    write(buffer, target, bytes);
                }
                bytes += got;
                witness.passes(HALF_KEPT);
            }
            lengthen(target, bytes);
            target.force(true);
        }
        return new Copied(bytes, digest.end());
    }

    private static boolean zeros(ByteBuffer buffer) {
        return buffer.mismatch(ZEROS.duplicate().limit(buffer.remaining())) < 0;
    }

    private static void write(ByteBuffer buffer, FileChannel target, long at) throws IOException {
        long position = at;
        while (buffer.hasRemaining()) {
            position += target.write(buffer, position);
        }
    }

    /** Extends the copy to its full length, since the source may end in a hole. */
    private static void lengthen(FileChannel target, long bytes) throws IOException {
        if (target.size() < bytes) {
            write(ByteBuffer.allocate(1), target, bytes - 1);
        }
    }
}

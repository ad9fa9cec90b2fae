package dev.slipway.desk;

import dev.slipway.dispatch.ResultStore;
import dev.slipway.job.Job;
import dev.slipway.job.JobState;
import dev.slipway.job.KeptResult;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Axes;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunPath;
import dev.slipway.run.ProgressFile;
import dev.slipway.run.RunFolder;
import dev.slipway.run.RunFolders;
import dev.slipway.run.RunProgress;
import dev.slipway.run.UntrustedFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads the files that runs leave: kept results, and output from the run folder, or from the kept results once the
 * folder is gone.
 */
public final class KeptFiles {
    private static final int MOST_BYTES = 1 << 20;

    private final RunFolders folders;
    private final ResultStore store;

    public KeptFiles(RunFolders folders, ResultStore store) {
        this.folders = folders;
        this.store = store;
    }

    static List<ResultEntry> entries(Job job) {
        Map<String, Axes> axes =
                job.request().results().stream().collect(Collectors.toMap(ResultFile::name, ResultFile::axes));
        return job.results().orElse(List.of()).stream()
                .map(kept -> new ResultEntry(
                        kept.name(),
                        kept.role(),
                        fileName(kept.file()),
                        kept.bytes(),
                        kept.sha256(),
                        axes.getOrDefault(kept.name(), Axes.NONE)))
                .toList();
    }

    private static String fileName(RunPath file) {
        return file.value().substring(file.value().lastIndexOf('/') + 1);
    }

    /** Refuses the kept files of a job after their retention time. */
    static void requireTime(Job job) {
        if (job.resultsRemoved()) {
            throw expired(job);
        }
    }

    private static ProblemException expired(Job job) {
        return new ProblemException(Problem.of(
                ProblemCode.RESULT_EXPIRED,
                "results and output of job " + job.token() + ", which ended on "
                        + job.since().atOffset(ZoneOffset.UTC).toLocalDate() + ", are no longer kept"));
    }

    InputStream open(Job job, String name) {
        requireTime(job);
        KeptResult kept = job.results().orElse(List.of()).stream()
                .filter(result -> result.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ProblemException(
                        Problem.of(ProblemCode.RESULT_UNKNOWN, "job " + job.token() + " has no result " + name)));
        int number =
                job.request().results().stream().map(ResultFile::name).toList().indexOf(kept.name());
        Path file = store.result(job.token(), number);
        try {
            return Files.newInputStream(file);
        } catch (IOException e) {
            if (e instanceof NoSuchFileException && !Files.exists(file.getParent())) {
                throw expired(job); // The result was removed a moment ago, and its event is not recorded yet.
            }
            throw unreadable("result " + name + " of job " + job.token(), e);
        }
    }

    OutputChunk output(Job job, OutputChunk.Stream stream, long offset, int limit) {
        requireTime(job);
        boolean over = job.run().isPresent() || job.state().compareTo(JobState.RUNNING) > 0;
        long from = Math.max(0, offset);
        int most = Math.max(0, Math.min(limit, MOST_BYTES));
        try {
            return read(job, stream, from, most, over);
        } catch (NoSuchFileException | FileNotFoundException e) {
            return new OutputChunk(from, new byte[0], over);
        } catch (IOException e) {
            throw unreadable("the output of job " + job.token(), e);
        }
    }

    private OutputChunk read(Job job, OutputChunk.Stream stream, long from, int most, boolean over) throws IOException {
        if (job.results().isEmpty()) {
            try (SeekableByteChannel channel = live(job, stream)) {
                return chunk(channel, from, most, over);
            } catch (NoSuchFileException e) {
                // Since the job was read, the output may have been kept and the run folder removed.
            }
        }
        String name = stream == OutputChunk.Stream.STDOUT ? ResultStore.STDOUT : ResultStore.STDERR;
        try (FileChannel channel = FileChannel.open(store.stream(job.token(), name))) {
            return chunk(channel, from, most, over);
        }
    }

    /** Returns the progress that a run has reported so far; empty once its folder is gone. */
    List<RunProgress> progress(Job job) {
        return job.state() == JobState.RUNNING
                ? ProgressFile.way(folders.of(job.token().value()).tmp(), RunFolder.PROGRESS)
                : List.of();
    }

    private SeekableByteChannel live(Job job, OutputChunk.Stream stream) throws IOException {
        LaunchRequest launch = job.request().launch();
        RunPath file = stream == OutputChunk.Stream.STDOUT ? launch.stdout() : launch.stderr();
        return UntrustedFiles.open(folders.of(job.token().value()).files(), Path.of(file.value()));
    }

    private static OutputChunk chunk(SeekableByteChannel channel, long from, int most, boolean over)
            throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate((int) Math.min(most, Math.max(0, channel.size() - from)));
        channel.position(from);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
        byte[] bytes = new byte[buffer.position()];
        buffer.flip().get(bytes);
        return new OutputChunk(from, bytes, over && from + bytes.length >= channel.size());
    }

    private static ProblemException unreadable(String what, IOException cause) {
        return new ProblemException(
                new Problem(
                        ProblemCode.INTERNAL,
                        what + " cannot be read",
                        cause.getClass().getSimpleName()),
                cause);
    }
}

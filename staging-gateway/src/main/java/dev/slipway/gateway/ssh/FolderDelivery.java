package dev.slipway.gateway.ssh;

import com.jcraft.jsch.SftpException;
import dev.slipway.digest.Sha256;
import dev.slipway.gateway.files.RunFile;
import dev.slipway.gateway.files.RunTree;
import dev.slipway.gateway.step.MovedBytes;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshDeliver;
import dev.slipway.staging.StagedFile;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Delivers the files of a folder of the run to a host. All files go into a hidden folder beside the target. Once every
 * file there matches the local one, the files are renamed one by one.
 */
final class FolderDelivery {
    private final SshDeliver step;
    private final StepContext context;
    private final String hidden;
    private final Map<String, Long> sizes;
    private final List<String> files;
    private final Map<String, SentBytes> outgoing = new ConcurrentHashMap<>();
    private final Map<String, StagedFile> sent = new TreeMap<>();
    private final MovedBytes moved;

    /** @param hidden the folder that takes the files until all have arrived */
    FolderDelivery(SshDeliver step, StepContext context, String hidden) throws IOException {
        this.step = step;
        this.context = context;
        this.hidden = hidden;
        sizes = RunTree.files(context.runFolder(), step.file(), step.match().orElseThrow(), RemoteFolder.MOST_FILES);
        files = List.copyOf(sizes.keySet());
        moved = new MovedBytes(context.meter(), () -> context.witness().passes(DeliverStep.HALF));
    }

    private String temporary(String path) {
        return hidden + "/" + Sha256.hex(path);
    }

    private RunPath here(String path) {
        return new RunPath(step.file() + "/" + path);
    }

    /** Sends all files into the hidden folder. */
    void send(HostLine line) throws SftpException, IOException, InterruptedException {
        moved.expect(sizes.values().stream().mapToLong(bytes -> bytes).sum());
        Set<String> there = new HashSet<>();
        line.connection().makeFolder(hidden);
        line.connection()
                .list(hidden, RemoteFolder.MOST_LOOKED_AT)
                .forEach(entry -> there.add(hidden + "/" + entry.getFilename()));
        Channels.each(line, files, (connection, path) -> send(connection, path, there), moved::bytes);
        verify(line);
    }

    private void send(SftpConnection connection, String path, Set<String> there)
            throws SftpException, IOException, InterruptedException {
        String temporary = temporary(path);
        try (RunFile file = RunFile.open(context.runFolder(), here(path))) {
            SentBytes counting = outgoing.computeIfAbsent(path, any -> new SentBytes(moved));
            boolean known;
            synchronized (this) {
                known = !there.add(temporary);
            }
            boolean done = false;
            while (!done) {
                long begun = known ? DeliverStep.begun(connection, temporary, file) : 0;
                counting.beginAfter(begun);
                if (begun == 0) {
                    connection.write(counting.counted(file.raw()), temporary);
                    done = true;
                } else {
                    done = connection.append(counting.counted(file.raw()), temporary, begun);
                }
            }
            if (step.preserve()) {
                connection.stamp(temporary, file.stamp());
            }
            add(path, file.staged());
        }
    }

    private synchronized void add(String path, StagedFile staged) {
        sent.put(path, staged);
    }

    private void verify(HostLine line) throws SftpException, InterruptedException {
        Map<String, Long> theirs = new LinkedHashMap<>();
        line.connection()
                .list(hidden, RemoteFolder.MOST_LOOKED_AT)
                .forEach(entry -> theirs.put(
                        hidden + "/" + entry.getFilename(), entry.getAttrs().getSize()));
        Map<String, String> hashes = new LinkedHashMap<>();
        for (String path : files) {
            StagedFile ours = sent.get(path);
            hashes.put(temporary(path), ours.sha256());
            if (!Long.valueOf(ours.bytes()).equals(theirs.get(temporary(path)))) {
                throw StepProblem.of(
                        ProblemCode.REMOTE_FILE,
                        "host " + step.host() + " kept " + theirs.get(temporary(path)) + " of " + ours.bytes()
                                + " bytes of " + ours.file());
            }
        }
        new RemoteDigests(line, List.copyOf(hashes.keySet())).require(hashes);
    }

    /** Renames all files; calls {@code named} after each. */
    StepReport name(SftpConnection connection, Runnable named) throws SftpException, IOException, InterruptedException {
        Set<String> made = new HashSet<>();
        for (String path : files) {
            for (String folder : folders(path)) {
                if (made.add(folder)) {
                    connection.makeFolder(folder);
                }
            }
            connection.name(temporary(path), step.remotePath() + "/" + path);
            named.run();
        }
        connection.deleteFolder(hidden);
        moved.tell();
        return report();
    }

    /** Returns all folders on the host that take files or must be made. */
    Set<String> folders() {
        Set<String> all = new LinkedHashSet<>();
        files.forEach(path -> all.addAll(folders(path)));
        return all;
    }

    /** Returns the folders above a file, the outer ones first. */
    private List<String> folders(String path) {
        List<String> folders = new ArrayList<>();
        String below = "/" + path;
        for (int slash = 0; slash >= 0; slash = below.indexOf('/', slash + 1)) {
            folders.add(step.remotePath() + below.substring(0, slash));
        }
        return folders;
    }

    private StepReport report() {
        return new StepReport(
                sent.values().stream().mapToLong(StagedFile::bytes).sum(), 0, new ArrayList<>(sent.values()));
    }

    /** Returns whether the host has the very bytes under all names. {@link #delivered} then gives the report. */
    boolean isThere(SftpConnection connection) throws SftpException, IOException, InterruptedException {
        for (String path : files) {
            String remote = step.remotePath() + "/" + path;
            try (RunFile file = RunFile.open(context.runFolder(), here(path))) {
                StagedFile ours = file.staged();
                boolean same = connection.has(remote)
                        && connection.isInside(remote)
                        && connection.stat(remote).getSize() == ours.bytes()
                        && connection.sha256(remote, ours.bytes()).equals(ours.sha256());
                if (!same) {
                    return false;
                }
                sent.put(path, ours);
            }
        }
        return true;
    }

    /** Returns the report of the delivery that {@link #isThere} found. */
    StepReport delivered() {
        return report();
    }

    /** Deletes the hidden folder with the files that were not renamed. */
    static void clear(SftpConnection connection, String hidden) throws SftpException {
        for (var entry : connection.list(hidden, RemoteFolder.MOST_LOOKED_AT)) {
            connection.delete(hidden + "/" + entry.getFilename());
        }
        connection.deleteFolder(hidden);
    }
}

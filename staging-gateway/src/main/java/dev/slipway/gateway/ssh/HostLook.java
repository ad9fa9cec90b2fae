package dev.slipway.gateway.ssh;

import com.jcraft.jsch.SftpATTRS;
import com.jcraft.jsch.SftpException;
import com.jcraft.jsch.SftpStatVFS;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.problem.ByteCount;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Credential;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.StepLook;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * Looks at a host as steps would find the host. Asks for files and folders, opens the files to be read, and writes
 * nothing.
 */
final class HostLook {
    /**
     * After a refused login no other password of the document is tried. Otherwise looks would serve to guess passwords.
     */
    private static final StepLook NOT_TRIED = new StepLook(
            List.of(),
            List.of("not looked at: the host has refused another login of this document"),
            Optional.empty(),
            OptionalLong.empty(),
            Optional.empty());

    private final SshHosts hosts;

    HostLook(SshHosts hosts) {
        this.hosts = hosts;
    }

    /** Reports each step of one host as soon as its look is known. Logs in once for all steps of one user. */
    void look(List<StagingStep> steps, String owner, Cancellation cancellation, BiConsumer<StagingStep, StepLook> told)
            throws InterruptedException {
        Map<Optional<Credential>, List<StagingStep>> logins = steps.stream()
                .collect(Collectors.groupingBy(StagingStep::credential, LinkedHashMap::new, Collectors.toList()));
        boolean refused = false;
        for (List<StagingStep> one : logins.values()) {
            if (refused && one.get(0).credential().isPresent()) {
                one.forEach(step -> told.accept(step, NOT_TRIED));
                continue;
            }
            try (HostConnection connection = hosts.connect(one.get(0), owner, cancellation)) {
                for (StagingStep step : one) {
                    cancellation.check();
                    told.accept(step, look(connection, step, cancellation));
                }
            } catch (ProblemException e) {
                cancellation.check();
                refused |= e.problem().code() == ProblemCode.CREDENTIAL_REFUSED;
                one.forEach(step -> told.accept(step, StepLook.of(e.problem())));
            }
        }
    }

    private static StepLook look(HostConnection connection, StagingStep step, Cancellation cancellation)
            throws InterruptedException {
        try {
            if (step instanceof SshFetch fetch) {
                return SshProblems.moving(
                        () -> connection,
                        fetch.remotePath(),
                        cancellation,
                        () -> fetch.isFolder()
                                ? folder(SftpConnection.of(connection), fetch, cancellation)
                                : fetch(connection, fetch));
            } else if (step instanceof SshDeliver deliver) {
                String folder = SshHost.parent(deliver.remotePath());
                return SshProblems.moving(() -> connection, folder, cancellation, () -> deliver(connection, deliver));
            }
            return StepLook.NOTHING;
        } catch (ProblemException e) {
            return StepLook.of(e.problem());
        } catch (IOException e) {
            return StepLook.of(SshProblems.reading(connection, step.name(), e).problem());
        }
    }

    private static StepLook fetch(HostConnection connection, SshFetch step)
            throws SftpException, IOException, InterruptedException {
        connection.requireInside(step.remotePath());
        long bytes = connection.look(step.remotePath()).version().bytes();
        // Opens without reading, because only an open tells whether the file may be read.
        connection.read(step.remotePath(), 0).close();
        return StepLook.of(
                new StepLook.Size(bytes, OptionalLong.empty(), true, "the file's size on host " + step.host()));
    }

    /** Looks at the listing, and opens a limited number of its files. */
    private static StepLook folder(SftpConnection connection, SshFetch step, Cancellation cancellation)
            throws SftpException, IOException, InterruptedException {
        List<RemoteFolder.Entry> files =
                new RemoteFolder(connection, step.remotePath(), step.match().orElseThrow(), cancellation).readable();
        long bytes = files.stream().mapToLong(file -> file.version().bytes()).sum();
        return StepLook.of(new StepLook.Size(
                bytes, OptionalLong.empty(), true, "the sizes of " + files.size() + " files on host " + step.host()));
    }

    private static StepLook deliver(HostConnection connection, SshDeliver step)
            throws SftpException, IOException, InterruptedException {
        connection.requireTaken(step.remotePath());
        if (step.isFolder()) {
            connection.requireInside(step.remotePath());
        }
        if (connection instanceof ScpConnection scp && !step.isFolder()) {
            return deliver(scp, step);
        }
        return deliver(SftpConnection.of(connection), step);
    }

    private static StepLook deliver(SftpConnection connection, SshDeliver step) throws SftpException {
        String folder = SshHost.parent(step.remotePath());
        boolean exists = connection.has(step.remotePath());
        boolean isFolder = exists && connection.stat(step.remotePath()).isDir();
        if (step.isFolder() && isFolder) {
            folder = step.remotePath();
        }
        if (!connection.isFolder(folder)) {
            return refused(folder + " on host " + step.host() + " is no folder");
        }
        SftpATTRS there = connection.stat(folder);
        if (step.isFolder() && exists && !isFolder) {
            return refused(step.remotePath() + " on host " + step.host() + " is no folder");
        }
        if (!step.isFolder() && isFolder) {
            return refused(step.remotePath() + " on host " + step.host() + " is a folder");
        }
        return deliver(connection, step, there, folder);
    }

    /** Looks at a delivery by the host's own tests, which know the user's groups. */
    private static StepLook deliver(ScpConnection connection, SshDeliver step)
            throws IOException, InterruptedException {
        String folder = SshHost.parent(step.remotePath());
        if (!connection.isFolder(folder)) {
            return refused(folder + " on host " + step.host() + " is no folder");
        }
        if (connection.isFolder(step.remotePath())) {
            return refused(step.remotePath() + " on host " + step.host() + " is a folder");
        }
        List<Problem> problems = connection.isOpen(folder) ? List.of() : List.of(closed(connection, folder));
        OptionalLong room = connection.free(folder);
        return new StepLook(problems, List.of(free(step, room)), Optional.empty(), room, Optional.empty());
    }

    private static StepLook deliver(SftpConnection connection, SshDeliver step, SftpATTRS there, String folder)
            throws SftpException {
        List<Problem> problems = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        FolderRights rights = FolderRights.of(there, connection.home(), connection.user());
        switch (rights) {
            case CLOSED -> problems.add(closed(connection, folder));
            case UNKNOWN ->
                notes.add("whether user " + connection.user() + " may write into " + folder
                        + " is known only when it does: it depends on the user's groups");
            case OPEN -> {}
        }
        Optional<SftpStatVFS> system = connection.system(folder);
        if (system.filter(SftpConnection::isReadOnly).isPresent()) {
            problems.add(remote(folder + " on host " + step.host() + " is on a file system that takes no changes"));
        }
        OptionalLong room =
                system.map(one -> OptionalLong.of(SftpConnection.free(one))).orElse(OptionalLong.empty());
        notes.add(free(step, room));
        return new StepLook(problems, notes, Optional.empty(), room, Optional.empty());
    }

    private static Problem closed(HostConnection connection, String folder) {
        return remote("user " + connection.user() + " may not write into " + folder + " on host "
                + connection.host().name());
    }

    private static String free(SshDeliver step, OptionalLong room) {
        return room.isPresent()
                ? "host " + step.host() + " has " + ByteCount.words(room.getAsLong()) + " free there"
                : "host " + step.host() + " does not tell how much is free there";
    }

    private static StepLook refused(String words) {
        return StepLook.of(remote(words));
    }

    private static Problem remote(String words) {
        return Problem.of(ProblemCode.REMOTE_FILE, words);
    }
}

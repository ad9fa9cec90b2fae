package dev.slipway.gateway.ssh;

import com.jcraft.jsch.SftpATTRS;
import com.jcraft.jsch.SftpException;
import dev.slipway.digest.Sha256;
import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.files.FileProblems;
import dev.slipway.gateway.files.RunFile;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.MovedBytes;
import dev.slipway.gateway.step.OutwardStepHandler;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.SshDeliver;
import dev.slipway.staging.StagedFile;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers a file of the run to a host. The file is sent under a temporary name beside the final one, checked by its
 * size, then renamed. The ledger gets the temporary name before the first byte is sent, so that a later try finds a
 * file left by a crash or a broken line.
 */
public final class DeliverStep implements OutwardStepHandler<SshDeliver> {
    private static final Logger LOG = LoggerFactory.getLogger(DeliverStep.class);

    private static final KillPoint INTENDED = new KillPoint("deliver", "meant, nothing sent");
    static final KillPoint HALF = new KillPoint("deliver", "half sent");
    private static final KillPoint SENT = new KillPoint("deliver", "sent, not under its name");
    private static final KillPoint RENAMED = new KillPoint("deliver", "under its name");
    private static final KillPoint TAKEN_AWAY = new KillPoint("deliver", "cut off and taken away");

    private final SshHosts hosts;

    public DeliverStep(SshHosts hosts) {
        this.hosts = hosts;
    }

    @Override
    public Class<SshDeliver> type() {
        return SshDeliver.class;
    }

    @Override
    public List<KillPoint> killPoints() {
        return List.of(INTENDED, HALF, SENT, RENAMED, TAKEN_AWAY);
    }

    @Override
    public StepReport move(SshDeliver step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        if (step.isFolder()) {
            return folder(step, context, cancellation);
        }
        try (RunFile file = RunFile.open(context.runFolder(), step.file());
                HostLine line = new HostLine(hosts, step, context.owner(), cancellation)) {
            requireInside(line, cancellation, step, List.of());
            StepReport report = deliver(step, context, file, line, cancellation);
            line.sound();
            return report;
        } catch (IOException e) {
            throw FileProblems.reading(step.file(), e);
        }
    }

    /**
     * Checks the folders before the ledger gets an intent. Otherwise a file outside of the host's folder would have to
     * be removed there.
     *
     * @param folders further folders that take files
     */
    private static void requireInside(
            HostLine line, Cancellation cancellation, SshDeliver step, Collection<String> folders)
            throws IOException, InterruptedException {
        SshProblems.moving(line::any, step.remotePath(), cancellation, () -> {
            line.any().requireTaken(step.remotePath());
            for (String folder : folders) {
                line.any().requireInside(folder);
            }
            return folders;
        });
    }

    private StepReport folder(SshDeliver step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        String hidden = temporaryName(step.remotePath(), context.token().value());
        try {
            FolderDelivery delivery = new FolderDelivery(step, context, hidden);
            try (HostLine line = new HostLine(hosts, step, context.owner(), cancellation)) {
                // Fails before the ledger gets an intent, because a host without SFTP takes no folder.
                line.connection();
                requireInside(line, cancellation, step, delivery.folders());
                intend(context, step.host(), hidden);
                StepReport report = SshProblems.moving(
                        line::any,
                        step.remotePath(),
                        cancellation,
                        () -> deliver(context, delivery, line, cancellation));
                line.sound();
                return report;
            }
        } catch (IOException e) {
            throw FileProblems.reading(step.file(), e);
        }
    }

    private static StepReport deliver(
            StepContext context, FolderDelivery delivery, HostLine line, Cancellation cancellation)
            throws SftpException, IOException, InterruptedException {
        delivery.send(line);
        cancellation.check();
        context.witness().passes(SENT);
        return delivery.name(line.connection(), () -> context.witness().passes(RENAMED));
    }

    private static StepReport deliver(
            SshDeliver step, StepContext context, RunFile file, HostLine line, Cancellation cancellation)
            throws IOException, InterruptedException {
        // All tries of this job use the same name, so that a try after a crash resumes the part that the last try left.
        String temporary = temporaryName(step.remotePath(), context.token().value());
        boolean renamed = false;
        intend(context, step.host(), temporary);
        try {
            // The cause is found before the part is removed, because without the part a full disk is not full any more.
            StagedFile staged = SshProblems.moving(line::any, step.remotePath(), cancellation, () -> {
                send(file, context, line, temporary);
                cancellation.check();
                return named(step, context, file, line, temporary, cancellation);
            });
            renamed = true;
            context.witness().passes(RENAMED);
            return new StepReport(staged.bytes(), 0, List.of(staged));
        } finally {
            if (!renamed) {
                remove(line.any(), temporary);
            }
        }
    }

    /** Renames the sent file if it is complete. */
    private static StagedFile named(
            SshDeliver step,
            StepContext context,
            RunFile file,
            HostLine line,
            String temporary,
            Cancellation cancellation)
            throws SftpException, IOException, InterruptedException {
        StagedFile staged = file.staged();
        long there = line.any().look(temporary).version().bytes();
        if (there != staged.bytes()) {
            throw StepProblem.of(
                    ProblemCode.REMOTE_FILE,
                    "host " + step.host() + " kept " + there + " of " + staged.bytes() + " bytes of " + step.file());
        }
        new RemoteDigest(line, temporary).require(staged.sha256());
        if (step.preserve()) {
            line.any().stamp(temporary, file.stamp());
        }
        cancellation.check();
        context.witness().passes(SENT);
        line.any().name(temporary, step.remotePath());
        return staged;
    }

    /** Sends the bytes that the host lacks, over as many connections as needed. */
    private static void send(RunFile file, StepContext context, HostLine line, String temporary)
            throws IOException, InterruptedException, SftpException {
        MovedBytes moved =
                new MovedBytes(context.meter(), () -> context.witness().passes(HALF));
        moved.expect(file.size());
        SentBytes counting = new SentBytes(moved);
        while (true) {
            try {
                if (!send(file, line.any(), temporary, counting)) {
                    continue;
                }
                moved.tell();
                return;
            } catch (SftpException | RemoteReadException e) {
                if (!line.restored(moved.bytes())) {
                    throw e;
                }
            }
        }
    }

    /** Sends over one connection, resuming where possible. Returns false if the send must be tried again. */
    private static boolean send(RunFile file, HostConnection connection, String temporary, SentBytes counting)
            throws IOException, InterruptedException, SftpException {
        if (connection instanceof ScpConnection scp) {
            file.restart();
            counting.beginAfter(0);
            scp.send(file, counting.counted(file.raw()), temporary);
            return true;
        }
        SftpConnection sftp = (SftpConnection) connection;
        long begun = begun(sftp, temporary, file);
        counting.beginAfter(begun);
        if (begun > 0) {
            return sftp.append(counting.counted(file.raw()), temporary, begun);
        }
        sftp.write(counting.counted(file.raw()), temporary);
        return true;
    }

    /**
     * Returns how many bytes of the file the host has already, and positions the file after them. Compares all these
     * bytes.
     */
    static long begun(SftpConnection connection, String temporary, RunFile file)
            throws IOException, SftpException, InterruptedException {
        Optional<SftpATTRS> there = connection.attributes(temporary);
        if (there.isPresent() && there.get().isReg()) {
            long bytes = there.get().getSize();
            boolean ours = bytes > 0
                    && bytes <= file.size()
                    && file.sha256OfFirst(bytes).equals(connection.sha256(temporary, bytes));
            if (ours) {
                return bytes;
            }
        } else if (there.isPresent()) {
            connection.delete(temporary);
        }
        file.restart();
        return 0;
    }

    /** Puts the intent into the ledger once, however often the step is tried. */
    private static void intend(StepContext context, String host, String temporary) {
        String key = "file " + temporary + " on host " + host;
        if (!context.ledger().intended().equals(Optional.of(key))) {
            context.ledger().intend(key);
        }
        context.witness().passes(INTENDED);
    }

    /** Removes the temporary file, unless the file has its final name already. */
    @Override
    public Optional<StepReport> settle(SshDeliver step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        String temporary = temporaryName(step.remotePath(), context.token().value());
        try (HostConnection connection = hosts.connect(step, context.owner(), cancellation)) {
            Optional<StepReport> done = SshProblems.moving(
                    () -> connection,
                    step.remotePath(),
                    cancellation,
                    () -> settled(step, context, connection, temporary));
            connection.sound();
            return done;
        } catch (ProblemException e) {
            cancellation.check();
            throw e;
        } catch (IOException e) {
            throw FileProblems.reading(step.file(), e);
        }
    }

    private static Optional<StepReport> settled(
            SshDeliver step, StepContext context, HostConnection connection, String temporary)
            throws SftpException, IOException, InterruptedException {
        connection.requireTaken(step.remotePath());
        if (step.isFolder()) {
            return settledFolder(step, context, SftpConnection.of(connection), temporary);
        }
        if (connection.has(temporary)) {
            connection.delete(temporary);
            context.witness().passes(TAKEN_AWAY);
            return Optional.empty();
        }
        return delivered(step, context, connection);
    }

    /** Settles the delivery of a folder. Files with their final names are complete, and stay. */
    private static Optional<StepReport> settledFolder(
            SshDeliver step, StepContext context, SftpConnection connection, String hidden)
            throws SftpException, IOException, InterruptedException {
        if (connection.has(hidden)) {
            FolderDelivery.clear(connection, hidden);
            context.witness().passes(TAKEN_AWAY);
        }
        FolderDelivery delivery = new FolderDelivery(step, context, hidden);
        return delivery.isThere(connection) ? Optional.of(delivery.delivered()) : Optional.empty();
    }

    /**
     * Returns the report of a finished delivery if the host has the very bytes under the name. Equal size is not
     * enough, because an older file may have the same size.
     */
    private static Optional<StepReport> delivered(SshDeliver step, StepContext context, HostConnection connection)
            throws SftpException, IOException, InterruptedException {
        String path = step.remotePath();
        if (!connection.isFile(path) || !connection.isInside(path)) {
            return Optional.empty();
        }
        StagedFile ours = ours(step, context);
        boolean same = connection.look(path).version().bytes() == ours.bytes()
                && connection.sha256(path, ours.bytes()).equals(ours.sha256());
        return same ? Optional.of(new StepReport(ours.bytes(), 0, List.of(ours))) : Optional.empty();
    }

    private static StagedFile ours(SshDeliver step, StepContext context) throws IOException {
        try (RunFile file = RunFile.open(context.runFolder(), step.file())) {
            return file.staged();
        }
    }

    private static String temporaryName(String remotePath, String token) {
        int name = remotePath.lastIndexOf('/') + 1;
        return remotePath.substring(0, name) + ".slipway-" + token + "-" + Sha256.shortName(remotePath);
    }

    private static void remove(HostConnection connection, String temporary) throws InterruptedException {
        try {
            if (connection.isConnected()) {
                connection.delete(temporary);
            }
        } catch (SftpException | IOException | ProblemException e) {
            LOG.info("host {} kept the temporary file {}: {}", connection.host().name(), temporary, e.toString());
        }
    }
}

package dev.slipway.gateway.ssh;

import com.jcraft.jsch.SftpException;
import dev.slipway.digest.Sha256;
import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.blocks.ContentForm;
import dev.slipway.gateway.files.FileProblems;
import dev.slipway.gateway.files.Landing;
import dev.slipway.gateway.files.StagedFiles;
import dev.slipway.gateway.files.StagedFolder;
import dev.slipway.gateway.files.StagedOutput;
import dev.slipway.gateway.files.StagedTarget;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepHandler;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Compression;
import dev.slipway.request.SshFetch;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Fetches a remote file into the run folder. If the file is to be block-compressed, packed data are unpacked and packed
 * again.
 */
public final class FetchStep implements StepHandler<SshFetch> {
    private static final String EFFECT = "fetch";

    private final SshHosts hosts;
    private final StagedFiles files;

    public FetchStep(SshHosts hosts, StagedFiles files) {
        this.hosts = hosts;
        this.files = files;
    }

    @Override
    public Class<SshFetch> type() {
        return SshFetch.class;
    }

    @Override
    public List<KillPoint> killPoints() {
        return Landing.killPoints(EFFECT);
    }

    @Override
    public StepReport move(SshFetch step, StepContext context, Cancellation cancellation) throws InterruptedException {
        if (step.isFolder()) {
            return folder(step, context, cancellation);
        }
        StagedTarget target = StagedTarget.named(context.runFolder(), step.file(), step.creation(), step.compression());
        Optional<StepReport> finished = files.finished(target, context.ledger());
        if (finished.isPresent()) {
            return finished.get();
        }
        try (HostLine line = new HostLine(hosts, step, context.owner(), cancellation)) {
            StepReport report = SshProblems.moving(
                    line::any, step.remotePath(), cancellation, () -> fetch(step, context, target, line, cancellation));
            line.sound();
            return report;
        } catch (IOException e) {
            throw FileProblems.writing(step.file(), e);
        }
    }

    private StepReport folder(SshFetch step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        Landing landing = Landing.of(EFFECT, context, cancellation);
        try (HostLine line = new HostLine(hosts, step, context.owner(), cancellation);
                StagedFolder folder = files.folder(context.runFolder(), step.file(), step.creation(), landing)) {
            StepReport report = SshProblems.moving(line::any, step.remotePath(), cancellation, () -> new FolderFetch(
                            step, line, folder, landing, cancellation)
                    .run(context.room().bytes(), context.room().entries()));
            line.sound();
            return report;
        } catch (IOException e) {
            throw FileProblems.writing(step.file(), e);
        }
    }

    private StepReport fetch(
            SshFetch step, StepContext context, StagedTarget target, HostLine line, Cancellation cancellation)
            throws SftpException, IOException, InterruptedException {
        line.any().requireInside(step.remotePath());
        RemoteFile there = line.any().look(step.remotePath());
        RemoteVersion version = there.version();
        // Data that are packed again, or appended to older rows, have another hash than the host's file.
        Optional<Sha256> digest = target.plain() ? Optional.empty() : Optional.of(new Sha256());
        RemoteDigest theirs = new RemoteDigest(line, step.remotePath());
        try (StagedOutput output = output(target, context, version, line);
                RemoteSource remote = new RemoteSource(line, version, output.begun(), digest)) {
            Landing landing = Landing.of(EFFECT, context, cancellation);
            if (step.compression() == Compression.NONE) {
                landing.moved().expect(version.bytes());
            }
            landing.moved().keep(output.begun());
            output.changedAt(Instant.ofEpochSecond(version.modified()));
            InputStream data = step.compression() == Compression.BGZF ? ContentForm.decoded(remote) : remote;
            keepingPart(output, cancellation, () -> landing.moved().copy(data, output.data(), cancellation));
            // Bytes after the packed data belong to the file too.
            remote.transferTo(OutputStream.nullOutputStream());
            version.requireUnchanged(line.any().look(step.remotePath()), remote.position());
            theirs.require(digest.isPresent() ? digest.get().end() : output.sha256());
            cancellation.check();
            output.stamp(Optional.of(there.stamp()).filter(any -> step.preserve()));
            return output.commit(landing);
        }
    }

    /** Opens the target. A part is useless if the host sends the whole file again. */
    private StagedOutput output(StagedTarget target, StepContext context, RemoteVersion version, HostLine line) {
        return line.any() instanceof SftpConnection
                ? files.resume(target, context, version.origin())
                : files.create(target, context);
    }

    private interface Copying {
        void run() throws IOException, InterruptedException;
    }

    /** Keeps the received bytes for the next try if the failure is the host's and may pass. */
    private static void keepingPart(StagedOutput output, Cancellation cancellation, Copying copying)
            throws IOException, InterruptedException {
        try {
            copying.run();
        } catch (RemoteReadException e) {
            cancellation.check();
            output.keepPart();
            throw e;
        } catch (ProblemException e) {
            if (e.problem().isOutage()) {
                output.keepPart();
            }
            throw e;
        }
    }
}

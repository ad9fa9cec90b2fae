package dev.slipway.gateway.ssh;

import com.jcraft.jsch.SftpATTRS;
import com.jcraft.jsch.SftpException;
import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.blocks.ContentForm;
import dev.slipway.gateway.files.FileProblems;
import dev.slipway.gateway.files.Landing;
import dev.slipway.gateway.files.StagedFiles;
import dev.slipway.gateway.files.StagedOutput;
import dev.slipway.gateway.files.StagedTarget;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepKind;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Compression;
import dev.slipway.request.SshFetch;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A remote file into the run folder. If it is to be block-compressed, what is packed already is packed anew. */
public final class FetchStep implements StepKind<SshFetch> {
    private static final String EFFECT = "fetch";

    private final SshHosts hosts;
    private final StagedFiles files;

    public FetchStep(SshHosts hosts, StagedFiles files) {
        this.hosts = hosts;
        this.files = files;
    }

    @Override
    public List<KillPoint> killPoints() {
        return Landing.killPoints(EFFECT);
    }

    @Override
    public StepReport move(SshFetch step, StepContext context, Cancellation cancellation) throws InterruptedException {
        StagedTarget target = StagedTarget.named(context.runFolder(), step.file(), step.creation(), step.compression());
        Optional<StepReport> finished = files.finished(target, context.ledger());
        if (finished.isPresent()) {
            return finished.get();
        }
        try (SftpConnection connection = hosts.connect(step, context.owner(), cancellation)) {
            return fetch(step, context, target, connection, cancellation);
        }
    }

    private StepReport fetch(
            SshFetch step,
            StepContext context,
            StagedTarget target,
            SftpConnection connection,
            Cancellation cancellation)
            throws InterruptedException {
        try {
            SftpATTRS before = connection.stat(step.remotePath());
            if (!before.isReg()) {
                throw StepProblem.of(
                        ProblemCode.REMOTE_FILE,
                        step.remotePath() + " on host " + step.host() + " is not a regular file");
            }
            try (StagedOutput output = files.create(target, context);
                    Counted remote = new Counted(connection.read(step.remotePath()))) {
                Landing landing = Landing.of(EFFECT, context);
                output.changedAt(Instant.ofEpochSecond(before.getMTime()));
                InputStream data = step.compression() == Compression.BGZF ? ContentForm.decoded(remote) : remote;
                landing.moved().copy(data, output.data(), cancellation);
                verify(step, before, connection.stat(step.remotePath()), remote.bytes);
                return output.commit(landing);
            }
        } catch (SftpException e) {
            cancellation.check();
            throw SshProblems.moving(connection, step.remotePath(), e);
        } catch (SftpConnection.RemoteReadException e) {
            cancellation.check();
            throw SshProblems.reading(connection, step.remotePath(), e);
        } catch (IOException e) {
            throw FileProblems.writing(step.file(), e);
        }
    }

    private static void verify(SshFetch step, SftpATTRS before, SftpATTRS after, long got) {
        if (before.getSize() != after.getSize() || before.getMTime() != after.getMTime() || got != after.getSize()) {
            throw StepProblem.of(
                    ProblemCode.REMOTE_FILE,
                    step.remotePath() + " on host " + step.host() + " changed while it was fetched",
                    "bytes before " + before.getSize() + ", fetched " + got + ", after " + after.getSize());
        }
    }

    /** Counts the bytes as the host sent them. */
    private static final class Counted extends FilterInputStream {
        private long bytes;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int b = super.read();
            bytes += b < 0 ? 0 : 1;
            return b;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int got = super.read(buffer, offset, length);
            bytes += Math.max(0, got);
            return got;
        }
    }
}

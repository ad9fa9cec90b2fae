package dev.slipway.load;

import dev.slipway.effect.Witness;
import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.StepGateway;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.ssh.SshHost;
import dev.slipway.job.JobToken;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.FilePattern;
import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlExtract.ParameterRows;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.secret.Secrets;
import dev.slipway.servers.PostgresDatabase;
import dev.slipway.servers.SshServer;
import dev.slipway.staging.IntentLedger;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import dev.slipway.upload.UploadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/** Runs the staging gateway with one source and one host, outside of any service, with one job's run folder. */
final class StagingDesk implements AutoCloseable {
    private static final String SOURCE = "bench";
    private static final String HOST = "far";

    private final StepGateway gateway;
    private final Path run;

    StagingDesk(PostgresDatabase database, SshServer host, Path folder) throws IOException {
        Path password = Files.writeString(folder.resolve("password"), database.password());
        this.run = Files.createDirectories(folder.resolve("run"));
        this.gateway = new StepGateway(
                List.of(new DatabaseSource(SOURCE, database.jdbcUrl(), database.user(), password)),
                List.of(new SshHost(
                        HOST,
                        "127.0.0.1",
                        host.port(),
                        host.user(),
                        new SshHost.Login.Key(host.clientKey(), Optional.empty()),
                        host.knownHosts(),
                        false,
                        "/")),
                new UploadFolder(folder.resolve("uploads"), Witness.NONE),
                Secrets.NONE,
                GatewayLimits.STANDARD);
    }

    /** Returns the folder of the staged files. */
    Path run() {
        return run;
    }

    /** Extracts rows into a file, or into blocks if the name ends in {@code .gz}. */
    StepReport extract(String sql, Optional<ParameterRows> parameters, String file) throws InterruptedException {
        Compression compression = file.endsWith(".gz") ? Compression.BGZF : Compression.NONE;
        return move(new SqlExtract(
                new StepHead.In(file, 1, new RunPath(file), CreationFlag.OVERWRITE, compression),
                SOURCE,
                sql,
                parameters));
    }

    /** Fetches a file of the host, or with a pattern the files of a folder. */
    StepReport fetch(Path from, String file, Optional<FilePattern> match) throws InterruptedException {
        return move(new SshFetch(
                new StepHead.In(file, 1, new RunPath(file)), HOST, from.toString(), Optional.empty(), match, false));
    }

    /** Delivers to a file of the host, or with a pattern into a folder. */
    StepReport deliver(String file, Path to, Optional<FilePattern> match) throws InterruptedException {
        return move(new SshDeliver(
                new StepHead.Out(file, 1, new RunPath(file), false),
                HOST,
                to.toString(),
                Optional.empty(),
                match,
                false));
    }

    private StepReport move(StagingStep step) throws InterruptedException {
        return gateway.move(
                step,
                new StepContext(
                        JobToken.random(new SecureRandom()),
                        "bench",
                        run,
                        (bytes, rows) -> {},
                        new Forgetful(),
                        Witness.NONE,
                        StepContext.Room.UNLIMITED,
                        Optional.empty()));
    }

    /** Treats each step as the first try. */
    private static final class Forgetful implements IntentLedger {
        @Override
        public Optional<String> intended() {
            return Optional.empty();
        }

        @Override
        public void intend(String key) {
            // No step is tried again.
        }
    }

    @Override
    public void close() {
        gateway.close();
    }
}

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

/** The staging gateway with one source and one host, outside of any service, and one job's run folder. */
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

    /** Where its files come to stand. */
    Path run() {
        return run;
    }

    /** Rows into a file; of a name that ends in {@code .gz}, as blocks. */
    StepReport extract(String sql, Optional<ParameterRows> parameters, String file) throws InterruptedException {
        Compression compression = file.endsWith(".gz") ? Compression.BGZF : Compression.NONE;
        return move(new SqlExtract(
                file, 1, SOURCE, sql, parameters, new RunPath(file), CreationFlag.OVERWRITE, compression));
    }

    /** A file of the host, or with a pattern the files of a folder. */
    StepReport fetch(Path from, String file, Optional<FilePattern> match) throws InterruptedException {
        return move(new SshFetch(
                file,
                1,
                HOST,
                from.toString(),
                new RunPath(file),
                CreationFlag.OVERWRITE,
                Compression.NONE,
                Optional.empty(),
                match,
                false));
    }

    /** To a file of the host, or with a pattern into a folder. */
    StepReport deliver(String file, Path to, Optional<FilePattern> match) throws InterruptedException {
        return move(
                new SshDeliver(file, 1, HOST, to.toString(), new RunPath(file), false, Optional.empty(), match, false));
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
                        Long.MAX_VALUE,
                        Long.MAX_VALUE,
                        Optional.empty()));
    }

    /** Each step is the first try. */
    private static final class Forgetful implements IntentLedger {
        @Override
        public Optional<String> intended() {
            return Optional.empty();
        }

        @Override
        public void intend(String key) {
            // Nobody tries again.
        }
    }

    @Override
    public void close() {
        gateway.close();
    }
}

package dev.slipway.gateway.ssh;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.MarketData;
import dev.slipway.gateway.NetworkContract;
import dev.slipway.gateway.SlowLine;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.servers.SshServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Runs the tests of every stage-in for files over ssh. */
@TestInstance(Lifecycle.PER_CLASS)
class FetchContractIT extends NetworkContract {
    private static final Path ROOT = Path.of("/");

    @TempDir
    private static Path serverFolder;

    private SshServer server;

    /** Starts a host of the kind that this test fetches from. */
    SshServer start(Path home) {
        return SshServer.start(home);
    }

    @BeforeAll
    void start_the_server() {
        server = start(serverFolder);
    }

    @AfterAll
    void stop_the_server() {
        server.close();
    }

    @Override
    protected GatewayTestBed open() throws Exception {
        Files.writeString(folder.resolve("rates.csv"), content());
        return at(MarketData.at(server, ROOT));
    }

    @Override
    protected GatewayTestBed breaking(long bytes) throws Exception {
        return at(MarketData.through(new SlowLine(server.port(), bytes, true), server, folder, ROOT));
    }

    private GatewayTestBed at(SshHost host) throws Exception {
        return GatewayTestBed.on(List.of(), List.of(host), folder, GatewayLimits.STANDARD);
    }

    @Override
    protected StagingStep stepAt(String place, RunPath file, CreationFlag creation, Compression compression) {
        String path = folder.resolve("rates.csv").toString();
        return new SshFetch(new StepHead.In("rates", 1, file, creation, compression), place, path);
    }
}

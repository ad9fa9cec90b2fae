package dev.slipway.gateway.ssh;

import dev.slipway.gateway.Desk;
import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.NetworkContract;
import dev.slipway.gateway.SlowLine;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.servers.SshServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** What every kind of stage-in keeps, of files over ssh. */
class FetchContractIT extends NetworkContract {
    @TempDir
    private static Path serverFolder;

    private static SshServer server;

    @BeforeAll
    static void start_the_server() {
        server = SshServer.start(serverFolder);
    }

    @AfterAll
    static void stop_the_server() {
        server.close();
    }

    @Override
    protected Desk open() throws Exception {
        Files.writeString(folder.resolve("rates.csv"), content());
        return at(server.port(), server.knownHosts());
    }

    @Override
    protected Desk breaking(long bytes) throws Exception {
        SlowLine line = new SlowLine(server.port(), bytes, true);
        Path knownHosts = Files.writeString(
                folder.resolve("known_hosts"),
                Files.readString(server.knownHosts()).replace(":" + server.port() + " ", ":" + line.port() + " "));
        return at(line.port(), knownHosts);
    }

    private Desk at(int port, Path knownHosts) throws Exception {
        SshHost host = new SshHost(
                "market-data",
                "127.0.0.1",
                port,
                server.user(),
                server.clientKey(),
                knownHosts,
                false,
                "/",
                Optional.empty());
        return Desk.on(List.of(), List.of(host), folder, GatewayLimits.STANDARD);
    }

    @Override
    protected StagingStep stepAt(String place, RunPath file, CreationFlag creation, Compression compression) {
        String path = folder.resolve("rates.csv").toString();
        return new SshFetch("rates", 1, place, path, file).as(creation, compression);
    }
}

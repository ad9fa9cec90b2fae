package dev.slipway.toolkit;

import dev.slipway.service.JobsServer;
import dev.slipway.service.ServerKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Starts a scripted service over TLS for a class of tests, and a shell for each test. */
public abstract class ScriptedService {
    protected static final String TOKEN = ScriptedJobs.TOKEN;
    protected static final ScriptedJobs JOBS = new ScriptedJobs();

    @TempDir
    protected static Path folder;

    protected static ServerKey key;
    protected static JobsServer server;
    protected Shell shell;

    @BeforeAll
    static void start() throws Exception {
        key = ServerKey.in(folder, "server");
        server = JobsServer.secured(JOBS, folder, key, 0);
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    @BeforeEach
    void profile() throws Exception {
        JOBS.looks.clear();
        JOBS.refusal = null;
        JOBS.change = job -> {};
        JOBS.damage = "";
        JOBS.fileName = "pnl.csv";
        JOBS.tokens = java.util.List.of(TOKEN);
        JOBS.token = JobsServer.token("ann");
        JOBS.output = "hello\n".getBytes(StandardCharsets.UTF_8);
        JOBS.sum = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(JOBS.result));
        shell = new Shell(folder).profile(server.address(), "ann", "ann-pw", key.certificate());
    }
}

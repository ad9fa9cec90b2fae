package dev.slipway.gateway.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.SlowLine;
import dev.slipway.gateway.files.FileSettings;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.StepHead;
import dev.slipway.servers.Await;
import dev.slipway.servers.ScriptedSshServer;
import dev.slipway.servers.SshServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a host that stops reading its line until the line is full. */
@Timeout(300)
class StuckWriteIT {
    /**
     * The window of the scripted server, larger than all buffers of a connection. A real sshd never offers that much.
     */
    private static final int WINDOW = 64 << 20;

    private static final GatewayLimits PATIENT =
            new GatewayLimits(SqlLimits.STANDARD, new SshLimits(Await.PATIENCE, Await.PATIENCE), FileSettings.STANDARD);

    @TempDir
    private Path folder;

    private static void answer(String command, InputStream in, OutputStream out) throws IOException {
        boolean target = command.contains("exec scp -t");
        out.write((target ? "\0\0" : "\nstatus 0\n").getBytes(StandardCharsets.US_ASCII));
        out.flush();
        if (target) {
            in.transferTo(OutputStream.nullOutputStream());
        }
    }

    private SshHost through(SlowLine line, ScriptedSshServer server) throws IOException {
        Path known = Files.writeString(
                folder.resolve("known"),
                Files.readString(server.knownHosts()).replace("]:" + server.port(), "]:" + line.port()));
        return new SshHost(
                "market-data",
                "127.0.0.1",
                line.port(),
                "slipway",
                new SshHost.Login.Key(SshServer.newKey(folder.resolve("key")), Optional.empty()),
                known,
                false,
                "/");
    }

    /** Waits until a delivery is blocked in a write to its socket. */
    private static void awaitStuck() {
        Await.until("a write stands still", () -> Thread.getAllStackTraces().values().stream()
                .anyMatch(StuckWriteIT::isStuck));
    }

    private static boolean isStuck(StackTraceElement[] stack) {
        return has(stack, "sun.nio.ch.NioSocketImpl", "park") && has(stack, DeliverStep.class.getName(), "send");
    }

    private static boolean has(StackTraceElement[] stack, String name, String method) {
        return Stream.of(stack)
                .anyMatch(frame -> frame.getClassName().equals(name)
                        && frame.getMethodName().equals(method));
    }

    @Test
    void a_cancel_ends_a_delivery_that_the_host_reads_no_more_of() throws Exception {
        try (ScriptedSshServer server =
                        ScriptedSshServer.start(folder.resolve("server"), WINDOW, StuckWriteIT::answer);
                SlowLine line = SlowLine.toServer(server.port(), 100_000);
                GatewayTestBed bed = GatewayTestBed.on(List.of(), List.of(through(line, server)), folder, PATIENT)) {
            try (RandomAccessFile out =
                    new RandomAccessFile(bed.runFolder.resolve("out").toFile(), "rw")) {
                out.setLength(WINDOW);
            }
            AtomicReference<Throwable> end = new AtomicReference<>();
            Thread caller = new Thread(() -> {
                try {
                    bed.move(new SshDeliver(
                            new StepHead.Out("deliver", 1, new RunPath("out"), false), "market-data", "/to"));
                } catch (InterruptedException | ProblemException e) {
                    end.set(e);
                }
            });
            caller.start();
            awaitStuck();
            caller.interrupt();

            // Without the interrupt the write would never end.
            Await.end(caller);
            assertThat(end.get()).isInstanceOf(InterruptedException.class);
        }
    }
}

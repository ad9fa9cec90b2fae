package dev.slipway.journeys;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The end of a shipped command that was run as a user runs it. */
record ShippedCommand(int exitStatus, String out, String err) {

    /** Time after which a command counts as hung: a job that a command watches takes minutes on a busy machine. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /** Runs {@code ./slipway arguments...}, and fails if the command hangs. */
    static ShippedCommand slipway(Map<String, String> environment, List<String> arguments) {
        // The command has no terminal, so that the person who runs the tests is not asked for passwords.
        List<String> line =
                new ArrayList<>(List.of("setsid", root().resolve("slipway").toString()));
        line.addAll(arguments);
        return run(environment, line, LIMIT);
    }

    static ShippedCommand run(Map<String, String> environment, List<String> line, Duration limit) {
        try {
            Path out = Files.createTempFile("command", ".out");
            Path err = Files.createTempFile("command", ".err");
            ProcessBuilder builder = new ProcessBuilder(line)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new AssertionError(
                        line + " took longer than " + limit + "\n" + Files.readString(out) + Files.readString(err));
            }
            ShippedCommand command = new ShippedCommand(process.exitValue(), read(out), read(err));
            Files.delete(out);
            Files.delete(err);
            return command;
        } catch (IOException e) {
            throw new AssertionError("cannot run " + line, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted in " + line, e);
        }
    }

    /** Returns the root of the repository. */
    static Path root() {
        return Path.of(System.getProperty("slipway.root"));
    }

    /** Returns the output of the command; fails if the command did not end well. */
    String answer() {
        if (exitStatus != 0) {
            throw new AssertionError("exit status " + exitStatus + "\n" + out + err);
        }
        return out.strip();
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}

package dev.slipway.postgres;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Runs a short child process with a bare environment, so that no PG... variable of the caller changes what the server
 * does.
 */
final class ChildProcess {
    private static final String PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    private ChildProcess() {}

    /**
     * How the process ended.
     *
     * @param output what the process wrote to both streams
     */
    record Ended(int status, String output) {
        boolean failed() {
            return status != 0;
        }

        /** Returns the output on one line. */
        String line() {
            return output.strip().replaceAll("\\s*\\n\\s*", "; ");
        }
    }

    /** Runs {@code command} to its end. Its folder is /, since the caller's may be closed to another identity. */
    static Ended run(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(new File("/"))
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile());
        builder.environment().clear();
        builder.environment().putAll(Map.of("PATH", PATH, "LC_ALL", "C.UTF-8"));
        try {
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return new Ended(process.waitFor(), output);
        } catch (IOException e) {
            throw new PostgresException("cannot run " + command.get(0) + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PostgresException("interrupted while " + command.get(0) + " ran", e);
        }
    }
}

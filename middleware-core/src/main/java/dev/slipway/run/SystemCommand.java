package dev.slipway.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Runs small programs of the system, such as rm. */
final class SystemCommand {
    /** The number of characters kept from the end of a command's output. */
    private static final int TOLD = 400;

    /**
     * The whole environment of a command. The service's own variables are not passed on, since they may hold secrets.
     */
    private static final Map<String, String> ENVIRONMENT =
            Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "LC_ALL", "C");

    private SystemCommand() {}

    /**
     * Runs a command and returns the end of its output, standard output and errors together.
     *
     * @param lenient whether an exit status other than 0 is no failure
     * @throws IOException with that output if the command failed
     */
    static String run(List<String> command, boolean lenient) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(ENVIRONMENT);
        Process process = builder.start();
        process.getOutputStream().close();
        String words = tail(process.getInputStream());
        if (process.waitFor() != 0 && !lenient) {
            throw new IOException(words.strip());
        }
        return words;
    }

    private static String tail(InputStream in) throws IOException {
        byte[] buffer = new byte[8192];
        ByteArrayOutputStream tail = new ByteArrayOutputStream();
        for (int got = in.read(buffer); got >= 0; got = in.read(buffer)) {
            tail.write(buffer, 0, got);
            if (tail.size() > 2 * buffer.length) {
                byte[] all = tail.toByteArray();
                tail.reset();
                tail.write(all, all.length - TOLD, TOLD);
            }
        }
        String words = tail.toString(StandardCharsets.UTF_8);
        return words.substring(Math.max(0, words.length() - TOLD));
    }
}

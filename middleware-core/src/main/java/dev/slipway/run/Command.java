package dev.slipway.run;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** Small programs of the system that the service calls. */
final class Command {
    /** How many of a command's last words are kept. */
    private static final int TOLD = 400;

    /** None of the service's own variables is passed on: what they hold is nobody else's. */
    private static final Map<String, String> ENVIRONMENT =
            Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "LC_ALL", "C");

    private Command() {}

    /**
     * The command's last words, output and errors together.
     *
     * @param lenient whether an exit status other than 0 is no failure
     * @throws IOException with those words if it failed
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

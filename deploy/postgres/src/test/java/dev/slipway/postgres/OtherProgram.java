package dev.slipway.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a server and then waits to be killed. */
final class OtherProgram {
    private static final String UP = "the server is up";

    private OtherProgram() {}

    public static void main(String[] arguments) throws IOException {
        EmbeddedPostgres.start(Path.of(arguments[0]));
        System.out.println(UP);
        // The input stays open as long as the test needs this program.
        System.exit(System.in.read());
    }

    /** Starts another JVM with a running server in {@code folder}. */
    static Process start(Path folder) throws IOException {
        Process program = run(OtherProgram.class, folder.toString());
        BufferedReader said = program.inputReader(StandardCharsets.UTF_8);
        String line = said.readLine();
        while (line != null && !line.equals(UP)) {
            line = said.readLine();
        }
        assertThat(line).isEqualTo(UP);
        return program;
    }

    /** Starts another JVM that runs {@code program}. */
    static Process run(Class<?> program, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        line.addAll(List.of(arguments));
        return new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}

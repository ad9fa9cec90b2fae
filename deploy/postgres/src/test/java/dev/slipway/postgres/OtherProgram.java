package dev.slipway.postgres;

import java.io.IOException;
import java.nio.file.Path;

/** A program that starts a server and then waits to be killed. */
final class OtherProgram {
    static final String UP = "the server is up";

    private OtherProgram() {}

    public static void main(String[] arguments) throws IOException {
        EmbeddedPostgres.start(Path.of(arguments[0]));
        System.out.println(UP);
        // Its input stays open as long as the test wants it.
        System.exit(System.in.read());
    }
}

package dev.slipway.toolkit.terminal;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Asks at the process's controlling terminal, wherever input and output go, as ssh and psql do. Java's own console
 * exists only if neither is redirected. Without {@code stty} no question is asked, because the answer would be visible.
 *
 * @param readsFromTerminal whether standard input is a terminal
 */
record ControllingTerminal(boolean readsFromTerminal) implements Prompt {
    private static final File TERMINAL = new File("/dev/tty");

    @Override
    public Optional<char[]> unseen(String question) {
        try (FileInputStream in = new FileInputStream(TERMINAL);
                FileOutputStream out = new FileOutputStream(TERMINAL)) {
            String before = stty("-g");
            Thread restorer = new Thread(() -> restore(before));
            // The hook restores the terminal after an interrupt at the question.
            Runtime.getRuntime().addShutdownHook(restorer);
            try {
                stty("-echo");
                out.write(question.getBytes(StandardCharsets.UTF_8));
                return line(in);
            } finally {
                restore(before);
                Runtime.getRuntime().removeShutdownHook(restorer);
                out.write('\n');
            }
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static Optional<char[]> line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int one = in.read();
        if (one < 0) {
            return Optional.empty();
        }
        for (; one >= 0 && one != '\n'; one = in.read()) {
            line.write(one);
        }
        return Optional.of(line.toString(StandardCharsets.UTF_8).toCharArray());
    }

    private static void restore(String settings) {
        try {
            stty(settings);
        } catch (IOException e) {
            // The terminal is gone.
            return;
        }
    }

    private static String stty(String argument) throws IOException {
        Process stty = new ProcessBuilder("stty", argument)
                .redirectInput(TERMINAL)
                .redirectErrorStream(true)
                .start();
        String answer = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            if (stty.waitFor() != 0) {
                throw new IOException("stty: " + answer);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
        return answer.strip();
    }
}

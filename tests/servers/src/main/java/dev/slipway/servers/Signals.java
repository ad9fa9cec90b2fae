package dev.slipway.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Signals to processes, by the system's own kill program: Java can only end them. */
public final class Signals {
    private Signals() {}

    /** Sends the signal of this name; processes that are gone are left out. */
    public static void send(String signal, List<ProcessHandle> processes) {
        List<String> command = new ArrayList<>(List.of("kill", "-s", signal));
        processes.stream()
                .filter(ProcessHandle::isAlive)
                .map(process -> Long.toString(process.pid()))
                .forEach(command::add);
        if (command.size() == 3) {
            return;
        }
        try {
            // A process that ends just now makes kill fail for that one only.
            new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .onExit()
                    .join();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot send SIG" + signal, e);
        }
    }
}

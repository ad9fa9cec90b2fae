package dev.slipway.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** Sends signals to processes by the system's own kill program, because Java can only end processes. */
public final class Signals {
    private Signals() {}

    /** Sends the signal of this name. Processes that have ended are left out. */
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
            // A process that ends at this moment makes kill fail for that process only.
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

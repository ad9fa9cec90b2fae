package dev.slipway.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A running postmaster, as its {@code postmaster.pid} tells.
 *
 * @param socketOnly whether it listens on a Unix socket and on no address
 * @param ready whether it said that it accepts connections
 */
record Postmaster(long pid, int port, boolean socketOnly, boolean ready) {

    /**
     * The postmaster of {@code data}, if one is alive. The file alone proves nothing, since a process id is used again after a reboot:
     * the process must also have this folder as its own working folder, as every postmaster has.
     */
    static Optional<Postmaster> of(Path data) {
        try {
            List<String> lines = Files.readAllLines(data.resolve("postmaster.pid"));
            if (lines.size() < 4) {
                return Optional.empty();
            }
            long pid = Long.parseLong(lines.get(0).strip());
            Path home = Path.of("/proc", Long.toString(pid), "cwd").toRealPath();
            boolean ready = lines.size() > 7 && lines.get(7).strip().equals("ready");
            boolean socketOnly = lines.size() > 5 && lines.get(5).isBlank();
            int port = Integer.parseInt(lines.get(3).strip());
            return home.equals(data.toRealPath())
                    ? Optional.of(new Postmaster(pid, port, socketOnly, ready))
                    : Optional.empty();
        } catch (IOException | NumberFormatException e) {
            // No such file, half a file, no such process, or a process of somebody else.
            return Optional.empty();
        }
    }
}

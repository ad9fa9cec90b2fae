package dev.slipway.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Describes a running postmaster, as its {@code postmaster.pid} does.
 *
 * @param socketOnly whether the server listens on a Unix socket and on no address
 * @param ready whether the server has reported that it accepts connections
 */
record Postmaster(long pid, int port, boolean socketOnly, boolean ready) {

    /**
     * Returns the postmaster of {@code data}, if one is alive. The file alone is no proof, because a process id is used
     * again after a reboot. The process must also have this folder as its working folder, as every postmaster has.
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
            // There is no such file, half a file, no such process, or a process of another user.
            return Optional.empty();
        }
    }
}

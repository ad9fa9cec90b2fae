package dev.slipway.postgres;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Holds the settings of a server. All further settings are the same for all servers.
 *
 * @param sharedBuffers memory for pages of tables, as PostgreSQL writes it: {@code 64MB}
 * @param maxWalSize the most log between two checkpoints, and so the most that a recovery replays
 * @param socketOnly whether the server listens on a Unix socket of its folder and on no address
 */
public record PostgresSettings(String sharedBuffers, String maxWalSize, boolean socketOnly) {
    private static final Pattern SIZE = Pattern.compile("[1-9]\\d{0,6}(kB|MB|GB)");

    public PostgresSettings {
        requireSize("shared_buffers", sharedBuffers);
        requireSize("max_wal_size", maxWalSize);
    }

    /** Returns the settings of a store that shares its machine with other programs: on loopback, with little memory. */
    public static PostgresSettings standard() {
        return new PostgresSettings("64MB", "256MB", false);
    }

    private static void requireSize(String setting, String size) {
        if (!SIZE.matcher(size).matches()) {
            throw new PostgresException(
                    setting + " is '" + size + "': write a whole number and kB, MB or GB, as in 256MB");
        }
    }

    /** Returns the options of {@code postgres}, one a word. */
    List<String> words(DataFolder folder) {
        return List.of(
                "-c listen_addresses=" + (socketOnly ? "''" : "127.0.0.1"),
                "-c unix_socket_directories=" + (socketOnly ? "'" + folder.socket() + "'" : "''"),
                "-c fsync=on",
                "-c max_connections=100",
                "-c shared_buffers=" + sharedBuffers,
                "-c max_wal_size=" + maxWalSize,
                "-c log_timezone=UTC",
                "-c timezone=UTC",
                "-c password_encryption=scram-sha-256");
    }
}

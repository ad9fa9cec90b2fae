package dev.slipway.postgres;

import java.nio.file.Path;

/**
 * Runs the repository's commands on a server's folder. {@code start FOLDER DATABASE SHARED_BUFFERS MAX_WAL_SIZE} starts
 * a server that listens on a Unix socket only, makes the database, leaves the server running and prints libpq's
 * connection string. {@code stop FOLDER} stops the server. {@code ready FOLDER} makes a {@link ReadyFolder}.
 */
public final class FolderCommand {
    private FolderCommand() {}

    /** Runs one verb. The program ends with status 2 for an unknown verb, and with status 1 after a failure. */
    public static void main(String[] args) {
        String verb = args.length > 1 ? args[0] + args.length : "";
        try {
            switch (verb) {
                case "start5" -> start(Path.of(args[1]), args[2], new PostgresSettings(args[3], args[4], true));
                case "stop2" -> stop(Path.of(args[1]));
                case "ready2" -> ReadyFolder.make(Path.of(args[1]));
                default -> {
                    System.err.println("usage: FolderCommand start FOLDER DATABASE SHARED_BUFFERS MAX_WAL_SIZE"
                            + " | stop FOLDER | ready FOLDER");
                    System.exit(2);
                }
            }
        } catch (PostgresException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static void start(Path folder, String database, PostgresSettings settings) {
        // The server is not closed: it outlives this process, until "stop".
        EmbeddedPostgres server = EmbeddedPostgres.start(folder, SystemUser.forDatabase(null), settings);
        server.createDatabase(database);
        System.out.println(server.connectionString(database));
    }

    private static void stop(Path folder) {
        if (!EmbeddedPostgres.stopAbandoned(folder)) {
            throw new PostgresException("the PostgreSQL in " + folder + " is in use by another program and goes on");
        }
    }
}

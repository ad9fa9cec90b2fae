package dev.slipway.postgres;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the folder of one server holds: {@code data} (PostgreSQL's own, of the server's identity), {@code password} (0600, of the
 * caller), {@code port}, {@code socket} where the server listens on a Unix socket, {@code postgres.log} and {@code lock}, which is held while a program uses the server.
 */
record DataFolder(Path root, SystemUser identity) {
    private static final long LOG_LIMIT = 10_000_000;
    /** What the kernel takes, without the NUL. */
    private static final int SOCKET_PATH_LIMIT = 107;

    private static final Pattern NAMEABLE = Pattern.compile("[^'\",\\\\$`\\n]+");

    static DataFolder open(Path folder, SystemUser identity) throws IOException {
        boolean fresh = !Files.exists(folder);
        Files.createDirectories(folder);
        DataFolder opened = new DataFolder(folder.toRealPath(), identity);
        if (identity.switched()) {
            // Passable for the server's identity and not listable; without that identity nobody but the caller needs
            // it.
            Files.setPosixFilePermissions(opened.root, PosixFilePermissions.fromString("rwx--x--x"));
        } else if (fresh) {
            Files.setPosixFilePermissions(opened.root, PosixFilePermissions.fromString("rwx------"));
        }
        identity.requirePassage(opened.root);
        return opened;
    }

    Path data() {
        return root.resolve("data");
    }

    Path log() {
        return root.resolve("postgres.log");
    }

    /** The folder of the Unix socket, where there is one. */
    Path socket() {
        return root.resolve("socket");
    }

    /** Makes that folder: the server's identity makes the socket in it, and the caller passes to it. */
    void prepareSocket() throws IOException {
        Path longest = socket().resolve(".s.PGSQL.5432.lock");
        if (longest.toString().getBytes(StandardCharsets.UTF_8).length > SOCKET_PATH_LIMIT) {
            throw new PostgresException("the path of the Unix socket " + longest + " is longer than "
                    + SOCKET_PATH_LIMIT + " bytes: choose a folder with a shorter path");
        }
        if (!NAMEABLE.matcher(longest.toString()).matches()) {
            throw new PostgresException("PostgreSQL takes no Unix socket below " + root
                    + ": choose a folder without quotes, commas, backslashes" + " and $ in its path");
        }
        Files.createDirectories(socket());
        Files.setPosixFilePermissions(
                socket(), PosixFilePermissions.fromString(identity.switched() ? "rwx--x--x" : "rwx------"));
        identity.own(socket());
    }

    /** Holds the folder for this program until the channel is closed, also by a crash. */
    FileChannel lock() throws IOException {
        FileChannel channel =
                FileChannel.open(root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // Held by this very program: the same answer as for another one.
        }
        channel.close();
        throw new PostgresException(
                "the database folder " + root + " is in use by another program: stop that one first");
    }

    /** Makes the database cluster on first use; one that was not finished is made again. */
    void initialise(Binaries binaries) throws IOException {
        if (Files.isDirectory(data())) {
            return;
        }
        Path unfinished = root.resolve("data.unfinished");
        Path passwordForInitdb = root.resolve("password.initdb");
        FolderTrees.delete(unfinished);
        Files.deleteIfExists(passwordForInitdb);
        createOwned(passwordForInitdb, password());
        Files.createDirectory(
                unfinished, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        identity.own(unfinished);
        try {
            ChildProcess.Ended ended = ChildProcess.run(identity.command(List.of(
                    binaries.program("initdb"),
                    "--pgdata=" + unfinished,
                    "--username=" + EmbeddedPostgres.SUPERUSER,
                    "--pwfile=" + passwordForInitdb,
                    "--auth=scram-sha-256",
                    "--encoding=UTF8",
                    "--locale=C.UTF-8")));
            if (ended.failed()) {
                throw new PostgresException("initdb failed in " + root + ": " + ended.line());
            }
        } finally {
            Files.delete(passwordForInitdb);
        }
        Files.move(unfinished, data(), StandardCopyOption.ATOMIC_MOVE);
    }

    /** The superuser's password; random, made on first use. */
    String password() throws IOException {
        Path file = root.resolve("password");
        if (!Files.exists(file)) {
            byte[] random = new byte[20];
            new SecureRandom().nextBytes(random);
            writePrivate(file, HexFormat.of().formatHex(random));
        }
        return Files.readString(file).strip();
    }

    /** The port kept from the last start, if it is free still; else a new one. */
    int freePort() throws IOException {
        Optional<Integer> kept = keptPort().filter(DataFolder::free);
        if (kept.isPresent()) {
            return kept.get();
        }
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = socket.getLocalPort();
            Files.writeString(root.resolve("port"), port + "\n");
            return port;
        }
    }

    /** Says {@code port}, or refuses it while somebody else listens there. */
    int requireFree(int port) {
        if (!free(port)) {
            throw new PostgresException("port " + port + " of " + root + " is taken by another program: stop that one");
        }
        return port;
    }

    /** Gives the server a log to append to, put aside when it has grown large. */
    void prepareLog() throws IOException {
        if (Files.exists(log()) && Files.size(log()) > LOG_LIMIT) {
            Files.move(log(), root.resolve("postgres.log.1"), StandardCopyOption.REPLACE_EXISTING);
        }
        if (!Files.exists(log())) {
            createOwned(log(), "");
        }
    }

    private Optional<Integer> keptPort() throws IOException {
        Path file = root.resolve("port");
        return Files.exists(file)
                ? Optional.of(Integer.valueOf(Files.readString(file).strip()))
                : Optional.empty();
    }

    private static boolean free(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private void createOwned(Path file, String content) throws IOException {
        writePrivate(file, content);
        identity.own(file);
    }

    private static void writePrivate(Path file, String content) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, content);
    }
}

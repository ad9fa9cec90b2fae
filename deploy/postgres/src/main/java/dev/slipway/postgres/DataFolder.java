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
 * Manages the folder of one server: {@code data} (PostgreSQL's own, owned by the server's identity), {@code password}
 * (0600, owned by the caller), {@code port}, {@code socket} where the server listens on a Unix socket,
 * {@code postgres.log}, and {@code lock}, which is locked while a program uses the server.
 */
record DataFolder(Path root, SystemUser identity) {
    private static final long LOG_LIMIT = 10_000_000;
    /** The longest path of a socket that the kernel takes, without the NUL. */
    private static final int SOCKET_PATH_LIMIT = 107;

    private static final Pattern NAMEABLE = Pattern.compile("[^'\",\\\\$`\\n]+");

    static DataFolder open(Path folder, SystemUser identity) throws IOException {
        boolean fresh = !Files.exists(folder);
        Files.createDirectories(folder);
        DataFolder opened = new DataFolder(folder.toRealPath(), identity);
        if (identity.switched()) {
            // The server's identity can pass the folder and cannot list it. Without such an identity only the caller
            // needs access.
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

    /** Returns the folder of the Unix socket, for a server that has one. */
    Path socket() {
        return root.resolve("socket");
    }

    /** Makes the folder of the socket. The server's identity makes the socket in it, and the caller can enter. */
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

    /** Locks the folder for this program until the channel is closed. A crash closes the channel too. */
    FileChannel lock() throws IOException {
        FileChannel channel =
                FileChannel.open(root.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // This program holds the lock already: the answer is the same as for another program.
        }
        channel.close();
        throw new PostgresException(
                "the database folder " + root + " is in use by another program: stop that one first");
    }

    /** Makes the database cluster on first use. An unfinished cluster is made again. */
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

    /** Returns the superuser's password, which is random and made on first use. */
    String password() throws IOException {
        Path file = root.resolve("password");
        if (!Files.exists(file)) {
            byte[] random = new byte[20];
            new SecureRandom().nextBytes(random);
            writePrivate(file, HexFormat.of().formatHex(random));
        }
        return Files.readString(file).strip();
    }

    /** Returns the port of the last start if that port is still free; else a new one. */
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

    /** Returns {@code port}, or refuses it while another program listens there. */
    int requireFree(int port) {
        if (!free(port)) {
            throw new PostgresException("port " + port + " of " + root + " is taken by another program: stop that one");
        }
        return port;
    }

    /** Prepares the log to which the server appends. A large log is moved aside. */
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

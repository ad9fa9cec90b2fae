package dev.slipway.server.home;

import dev.slipway.postgres.SystemUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Manages the service's home folder. The home and {@code scratch} can be passed but not listed, because runs reach
 * their folders through them. {@code data} is closed to all users but the service, and the database's user where that
 * is another one, who may pass through.
 */
public record HomeFolder(Path root) {
    private static final Logger LOG = LoggerFactory.getLogger(HomeFolder.class);

    /** Folders in which every user of the machine may write, runs too. */
    private static final List<Path> TEMPORARY = List.of(Path.of("/tmp"), Path.of("/var/tmp"), Path.of("/dev/shm"));

    /** Makes missing folders, and sets the rights of existing ones. */
    public static HomeFolder prepare(Path home, SystemUser database) {
        try {
            PrivateFiles.folder(home, "rwx--x--x");
            HomeFolder prepared = new HomeFolder(home.toRealPath());
            PrivateFiles.folder(prepared.data(), database.switched() ? "rwx--x---" : "rwx------");
            if (database.switched()) {
                Files.setAttribute(prepared.data(), "unix:gid", database.gid());
            }
            PrivateFiles.folder(prepared.results(), "rwx------");
            PrivateFiles.folder(prepared.temporary(), "rwx------");
            PrivateFiles.folder(prepared.web(), "rwx------");
            PrivateFiles.folder(prepared.pages(), "rwx------");
            PrivateFiles.folder(prepared.tls(), "rwx------");
            PrivateFiles.folder(prepared.log(), "rwx------");
            PrivateFiles.folder(prepared.drivers(), "rwx------");
            PrivateFiles.folder(prepared.scratch(), "rwx--x--x");
            return prepared;
        } catch (IOException e) {
            throw new SetUpFailure(
                    "the home folder cannot be made: " + e,
                    "Give slipway.home a folder that the service may write.",
                    e);
        }
    }

    /**
     * Warns of a home folder within a temporary folder of the machine. A run there gets no separate temporary folder,
     * so the run's quota does not count files outside the run folder.
     */
    public void warnOfTemporaryPlace() {
        TEMPORARY.stream().filter(root::startsWith).findFirst().ifPresent(shared -> LOG.warn("""
                the home folder {} lies in {}, where runs can write: what they write there is not counted \
                against their \
                quota, and stays when they have ended; give slipway.home (SLIPWAY_HOME) a folder elsewhere, such as \
                /var/lib/slipway""", root, shared));
    }

    /** Refuses to start if {@code user}, the user of the kernels, cannot reach the run folders. */
    public void requireRunsReach(int number) {
        SystemUser user = new SystemUser("user " + number, number, number, true);
        try {
            Optional<Path> closed = user.barrier(scratch());
            if (closed.isPresent()) {
                throw new SetUpFailure(
                        "the folder " + closed.get() + " is closed to " + user.user() + ", as whom the kernels run in "
                                + scratch(),
                        "Choose another slipway.home, or `chmod o+x " + closed.get() + "`.",
                        null);
            }
        } catch (IOException e) {
            throw new SetUpFailure("the rights on " + scratch() + " cannot be read: " + e, "Check slipway.home.", e);
        }
    }

    /** Returns the folder that only the service reads. */
    public Path data() {
        return root.resolve("data");
    }

    /** Returns the folder of the embedded database. */
    public Path postgres() {
        return data().resolve("postgres");
    }

    /** Returns the folder of the service's keys. */
    public Path keys() {
        return data().resolve("keys");
    }

    /** Returns the file of the heads of checkpoints, unless the operator names another file. */
    public Path heads() {
        return data().resolve("audit/heads");
    }

    /** Returns the folder of the results of closed jobs. */
    public Path results() {
        return data().resolve("results");
    }

    /** Returns the folder of uploads. */
    public Path uploads() {
        return data().resolve("uploads");
    }

    /** Returns the folder for temporary files of libraries, such as drivers of databases. */
    public Path temporary() {
        return data().resolve("tmp");
    }

    /** Returns the folder of the web server's own files. */
    public Path web() {
        return data().resolve("web");
    }

    /** Returns the web server's folder of pages, which is empty: all pages are in the program. */
    public Path pages() {
        return web().resolve("pages");
    }

    /** Returns the folder of run folders. */
    public Path scratch() {
        return root.resolve("scratch");
    }

    /**
     * Returns the folder in which the operator puts drivers of databases. Only the service reads it, because the code
     * of drivers runs as the service.
     */
    public Path drivers() {
        return drivers(root);
    }

    /** Returns the folder of drivers in a home folder that may not exist yet. */
    public static Path drivers(Path home) {
        return home.resolve("drivers");
    }

    /** Returns the file of the certificate that toolkits and browsers trust. */
    public Path certificate() {
        return root.resolve("ca.pem");
    }

    /** Returns the file of the first user's password. */
    public Path operatorPassword() {
        return root.resolve("operator.password");
    }

    /** Returns the toolkit's profile of the first user. */
    public Path profile() {
        return root.resolve("profile");
    }

    Path tls() {
        return data().resolve("tls");
    }

    Path log() {
        return root.resolve("log");
    }
}

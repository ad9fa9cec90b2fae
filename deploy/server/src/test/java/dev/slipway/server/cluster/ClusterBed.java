package dev.slipway.server.cluster;

import dev.slipway.servers.SlurmBed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A bed with hosts that know users who can log in, two of them unknown on this machine, and a second name of root. One
 * of the users has a shell that runs no command, and says that the user has the number 7.
 */
public final class ClusterBed implements AutoCloseable {
    /** A user that every Debian has, without a shell here and with one on the hosts. */
    public static final String BOTH = "games";

    /** A user with a separate user number that only the hosts know. */
    public static final String THERE = "analyst";

    public static final int THERE_NUMBER = 62_034;

    /** A user that only the hosts know, with a shell that answers each command with {@link #LIE}. */
    static final String LIAR = "liar";

    static final int LIARS_NUMBER = 62_035;

    private static final String LIE = "7\\n7\\n";

    /** Another name of root. */
    static final String ROOT = "toor";

    private static final int HOSTS = 2;

    private final SlurmBed slurm;
    private final Path users;
    private final Path shell;

    private ClusterBed(SlurmBed slurm, Path users, Path shell) {
        this.slurm = slurm;
        this.users = users;
        this.shell = shell;
    }

    public static ClusterBed start() {
        SlurmBed slurm = SlurmBed.start("--hosts", Integer.toString(HOSTS));
        try {
            Path users = Files.createTempFile("users-", "");
            Path shell = Files.createTempFile("shell-", "");
            Files.writeString(shell, "#!/bin/sh\nprintf '" + LIE + "'\n");
            try (Stream<String> known = Files.lines(Path.of("/etc/passwd"))) {
                Files.write(
                        users,
                        Stream.concat(
                                        known.map(ClusterBed::withShell),
                                        Stream.of(
                                                THERE + ":x:" + THERE_NUMBER + ":" + THERE_NUMBER + "::/:/bin/bash",
                                                LIAR + ":x:" + LIARS_NUMBER + ":" + LIARS_NUMBER + "::/:" + shell,
                                                ROOT + ":x:0:0::/:/bin/sh"))
                                .toList());
            }
            slurm.command("chmod", "644", users.toString());
            slurm.command("chmod", "755", shell.toString());
            for (int host = 1; host <= HOSTS; host++) {
                slurm.on(host, "mount", "--bind", users.toString(), "/etc/passwd");
            }
            return new ClusterBed(slurm, users, shell);
        } catch (IOException e) {
            slurm.close();
            throw new UncheckedIOException(e);
        }
    }

    private static String withShell(String line) {
        return line.startsWith(BOTH + ":") ? line.substring(0, line.lastIndexOf(':')) + ":/bin/sh" : line;
    }

    public SlurmBed slurm() {
        return slurm;
    }

    /** Returns the login at the first host, as a user that this machine knows too. */
    LoginNode.Address login() {
        return new LoginNode.Address(
                slurm.address(1), 22, BOTH, slurm.clientKey(), Optional.empty(), slurm.knownHosts());
    }

    /** Returns the number of logins at the first host so far. */
    long logins() {
        try (Stream<String> lines = Files.lines(slurm.folder().resolve("log/sshd-1"))) {
            return lines.filter(line -> line.contains("Accepted publickey")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        slurm.close();
        try {
            Files.delete(users);
            Files.delete(shell);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

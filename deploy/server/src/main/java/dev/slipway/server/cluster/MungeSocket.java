package dev.slipway.server.cluster;

import dev.slipway.run.ClusterSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The socket of munge that the settings name for a cluster, beside the socket in the cluster's slurm.conf. With the
 * wrong socket, mpirun starts no process on the other hosts of a run.
 *
 * @param cluster a cluster that the service reaches by commands on its own machine
 */
public record MungeSocket(ClusterSettings cluster) {
    private static final Path USUAL_CONF = Path.of("/etc/slurm/slurm.conf");
    private static final Path USUAL_SOCKET = Path.of("/run/munge/munge.socket.2");

    /** The key and a socket among its values, as {@code AuthInfo=ttl=60,socket=/run/munge/other}. */
    private static final Pattern AUTH_INFO =
            Pattern.compile("\\s*AuthInfo\\s*=(?:[^#]*,)?\\s*socket=([^,#\\s]+).*", Pattern.CASE_INSENSITIVE);

    /** Returns a warning if the two sockets differ; empty also for a slurm.conf that this service cannot read. */
    public Optional<String> warning() {
        Path conf = cluster.conf().orElse(USUAL_CONF);
        Path ours = cluster.hosts().munge().orElse(USUAL_SOCKET);
        return socketIn(conf)
                .filter(slurms -> !isSame(ours, slurms))
                .map(slurms -> "cluster " + cluster.name()
                        + ": the settings have munge's socket at " + ours + ", and " + conf + " has it at " + slurms
                        + " (AuthInfo). Runs on several hosts cannot start their processes there. Set slipway.clusters."
                        + cluster.name() + ".munge to " + slurms + ".");
    }

    private static Optional<Path> socketIn(Path conf) {
        if (!Files.isReadable(conf)) {
            return Optional.empty();
        }
        try (Stream<String> lines = Files.lines(conf)) {
            return lines.map(AUTH_INFO::matcher)
                    .filter(Matcher::matches)
                    .map(line -> Path.of(line.group(1)))
                    .reduce((first, last) -> last);
        } catch (IOException | RuntimeException e) {
            // Slurm's own commands report a slurm.conf that cannot be read.
            return Optional.empty();
        }
    }

    private static boolean isSame(Path one, Path other) {
        try {
            return one.equals(other) || Files.isSameFile(one, other);
        } catch (IOException e) {
            return false;
        }
    }
}

package dev.slipway.run.slurm;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.ClusterSettings;
import dev.slipway.run.ServiceIdentity;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs Slurm's commands on the machine of the service. A service that is root runs each command as the user of the
 * call, by {@code setpriv}, so that the command can gain no further rights. Any other service can run commands only as
 * its own user.
 */
public final class CommandsHere implements ClusterCommands {
    private static final String SETPRIV = "/usr/bin/setpriv";
    private static final String FOLDERS = "/usr/local/bin:/usr/bin:/bin";

    private static final long LAST_WORDS_MILLIS = 1000;

    private final ClusterSettings cluster;

    public CommandsHere(ClusterSettings cluster) {
        this.cluster = cluster;
    }

    @Override
    public ClusterAnswer answer(ClusterCall call, Runnable begun) throws InterruptedException {
        long end = System.nanoTime() + call.timeout().toNanos();
        Process process = start(call);
        BoundedText out = new BoundedText(process.getInputStream(), ClusterAnswer.MOST_OUT);
        BoundedText err = new BoundedText(process.getErrorStream(), ClusterAnswer.MOST_ERR);
        try {
            begun.run();
            write(process.getOutputStream(), call.input());
            if (!process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw away(call, "did not answer within " + call.timeout().toSeconds() + " s", err.so());
            }
            long last = Math.max(LAST_WORDS_MILLIS, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
            if (!out.ended(last) || !err.ended(LAST_WORDS_MILLIS)) {
                throw away(call, "has ended, but a process that it started still holds its output open", err.so());
            }
            if (out.passed()) {
                throw away(call, "answered more than " + ClusterAnswer.MOST_OUT + " bytes", err.so());
            }
            if (ClusterAnswer.isNotRun(process.exitValue())) {
                throw away(call, "cannot be run here", err.so());
            }
            return new ClusterAnswer(process.exitValue(), out.so(), err.so());
        } finally {
            end(process);
        }
    }

    private Process start(ClusterCall call) {
        List<String> argv = new ArrayList<>(identity(call));
        argv.add(cluster.command(call.command()));
        argv.addAll(call.argv().subList(1, call.argv().size()));
        ProcessBuilder builder = new ProcessBuilder(argv).directory(Path.of("/").toFile());
        builder.environment().clear();
        builder.environment().put("PATH", FOLDERS);
        builder.environment().putAll(cluster.variables());
        try {
            return builder.start();
        } catch (IOException e) {
            throw away(call, "cannot be run here", String.valueOf(e.getMessage()));
        }
    }

    private static List<String> identity(ClusterCall call) {
        if (!ServiceIdentity.isRoot()) {
            return List.of();
        }
        return List.of(
                SETPRIV,
                "--reuid=" + call.account().uid(),
                "--regid=" + call.account().gid(),
                "--init-groups",
                "--inh-caps=-all",
                "--no-new-privs",
                "--");
    }

    private ProblemException away(ClusterCall call, String how, String words) {
        return new ProblemException(new Problem(
                ProblemCode.CLUSTER_AWAY, "cluster " + cluster.name() + ": " + call.command() + " " + how, words));
    }

    /** Ends the command and its children. A command that has answered has ended already. */
    private static void end(Process process) {
        if (process.isAlive()) {
            List<ProcessHandle> children = process.descendants().toList();
            process.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /**
     * Writes the input on a separate thread, because a command that does not read its input must not hold up the
     * caller.
     */
    private static void write(OutputStream stream, String text) {
        Thread thread = new Thread(
                () -> {
                    try (stream) {
                        stream.write(text.getBytes(StandardCharsets.UTF_8));
                    } catch (IOException e) {
                        // The command has ended before it read the whole input; its exit status shows the reason.
                        return;
                    }
                },
                "slipway-cluster-in");
        thread.setDaemon(true);
        thread.start();
    }
}

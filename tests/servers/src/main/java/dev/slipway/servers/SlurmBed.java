package dev.slipway.servers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * Runs a cluster of hosts made of namespaces, with a real Slurm and a real sshd on each host: the bed of
 * {@code deploy/cluster}. Programs of this machine reach the cluster with {@link #conf()}. The bed ends with this JVM.
 */
public final class SlurmBed implements AutoCloseable {
    private static final Path SCRIPTS = Path.of(System.getProperty("slipway.root", "."), "deploy", "cluster");

    private final Process process;
    private final Path folder;
    private final Path conf;

    private SlurmBed(Process process, Path folder, Path conf) {
        this.process = process;
        this.folder = folder;
        this.conf = conf;
    }

    /** The exit status and the output of a command. */
    public record Answer(int status, String output) {}

    /**
     * Starts a bed, and returns it when all hosts are idle.
     *
     * @param options options of {@code cluster.sh}, such as {@code --hosts 3}
     */
    public static SlurmBed start(String... options) {
        List<String> command =
                new ArrayList<>(List.of("bash", SCRIPTS.resolve("cluster.sh").toString()));
        command.addAll(List.of(options));
        try {
            Path errors = Files.createTempFile("slurm-bed-", ".log");
            // The bed ends when its standard input ends, and so at any end of this JVM.
            Process process =
                    new ProcessBuilder(command).redirectError(errors.toFile()).start();
            BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
            Properties said = new Properties();
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                said.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1));
                if (said.containsKey("BED")) {
                    Files.delete(errors);
                    return new SlurmBed(
                            process, Path.of(said.getProperty("BED")), Path.of(said.getProperty("SLURM_CONF")));
                }
            }
            String why = Files.readString(errors);
            Files.delete(errors);
            throw new IllegalStateException("the bed ended with status " + Await.exit(process) + ": " + why);
        } catch (IOException e) {
            throw new UncheckedIOException("a bed cannot be started", e);
        }
    }

    /** Returns the file for the variable {@code SLURM_CONF} of programs that use the cluster. */
    public Path conf() {
        return conf;
    }

    /**
     * Returns the folder with the configuration, the logs and the ssh keys of the bed; the folder is removed at the
     * end of the bed.
     */
    public Path folder() {
        return folder;
    }

    /** Returns the socket of munge, which this machine and all hosts see. */
    public Path munge() {
        return folder.resolve("munge/munge.socket.2");
    }

    /** Returns a private key that logs in as any user on any host. */
    public Path clientKey() {
        return folder.resolve("ssh/client");
    }

    /** Returns a known_hosts file with the keys of all hosts, by address and by name. */
    public Path knownHosts() {
        return folder.resolve("ssh/known_hosts");
    }

    /** Returns the file of ended jobs, which {@code sacct -c} reads. */
    public Path endedJobs() {
        return folder.resolve("jobs.txt");
    }

    /** Returns the folder of a small file system that all hosts see, and this machine does not. */
    public Path scratch() {
        return folder.resolve("scratch");
    }

    /** Returns the address of a host; hosts are counted from 1. */
    public String address(int host) {
        return act("address", Integer.toString(host)).strip();
    }

    /** Returns the address of slurmrestd, which takes tokens of {@link #token}. */
    public String rest() {
        return "http://" + address(1) + ":6820";
    }

    /** Returns a token of a user for slurmrestd, which expires within an hour. */
    public String token(String user) {
        return act("token", user).strip();
    }

    /** Runs a command of this machine with {@code SLURM_CONF}, and returns the answer, also after a failure. */
    public Answer ask(String... command) {
        return answer(List.of(command));
    }

    /**
     * Runs a command of this machine with {@code SLURM_CONF}, and returns the output.
     *
     * @throws IllegalStateException if the command fails
     */
    public String command(String... command) {
        return successful(List.of(command));
    }

    /** Runs a command on a host, and returns the output. */
    public String on(int host, String... command) {
        List<String> words = new ArrayList<>(List.of("on", Integer.toString(host)));
        words.addAll(List.of(command));
        return act(words.toArray(new String[0]));
    }

    /** Waits until slurmctld answers and every host can take jobs or has jobs. */
    public void awaitHosts() {
        act("await");
    }

    /** Ends slurmctld, which saves its state before; jobs go on. */
    public void stopController() {
        act("stop", "slurmctld");
    }

    /** Kills slurmctld, which may lose the changes of the last 5 s, such as a new job; jobs go on. */
    public void killController() {
        act("kill", "slurmctld");
    }

    /** Starts slurmctld again with the saved state, and waits for slurmctld and the hosts. */
    public void startController() {
        act("start", "slurmctld");
        awaitHosts();
    }

    /** Starts slurmctld without its state: all jobs are forgotten, and job numbers begin at 1 again. */
    public void startControllerWithoutState() {
        act("lose-state");
        awaitHosts();
    }

    /** Suspends slurmctld, so that its clients wait for answers, until {@link #thawController}. */
    public void freezeController() {
        act("freeze", "slurmctld");
    }

    /** Ends {@link #freezeController}. */
    public void thawController() {
        act("thaw", "slurmctld");
    }

    /** Kills slurmrestd. */
    public void killRest() {
        act("kill", "slurmrestd");
    }

    /** Starts slurmrestd again, which listens a moment later. */
    public void startRest() {
        act("start", "slurmrestd");
    }

    /** Kills the slurmd of a host; the jobs of the host go on. */
    public void killSlurmd(int host) {
        act("kill", "slurmd", Integer.toString(host));
    }

    /** Starts the slurmd of a host again. */
    public void startSlurmd(int host) {
        act("start", "slurmd", Integer.toString(host));
    }

    /** Kills the sshd of a host with all its sessions, until {@link #startSshd}; commands of the sessions go on. */
    public void hangUp(int host) {
        act("hang-up", Integer.toString(host));
    }

    /** Ends {@link #hangUp}. */
    public void startSshd(int host) {
        act("start", "sshd", Integer.toString(host));
    }

    /** Kills all processes of a host, jobs included. Host 1 has slurmctld and cannot crash. */
    public void crash(int host) {
        act("crash", Integer.toString(host));
    }

    /** Starts the daemons of a crashed host. */
    public void boot(int host) {
        act("boot", Integer.toString(host));
    }

    /** Cuts the link of a host, until {@link #mend}. */
    public void cut(int host) {
        act("cut", Integer.toString(host));
    }

    /** Limits the link of a host to a rate in the notation of tc, until {@link #mend}. */
    public void slow(int host, String rate) {
        act("slow", Integer.toString(host), rate);
    }

    /** Ends {@link #cut} and {@link #slow}. */
    public void mend(int host) {
        act("mend", Integer.toString(host));
    }

    /** Cuts the link between this machine and the whole cluster, until {@link #mendOutside}. */
    public void cutOutside() {
        act("cut", "outside");
    }

    /** Limits the link between this machine and the whole cluster, until {@link #mendOutside}. */
    public void slowOutside(String rate) {
        act("slow", "outside", rate);
    }

    /** Ends {@link #cutOutside} and {@link #slowOutside}. */
    public void mendOutside() {
        act("mend", "outside");
    }

    /** Keeps new jobs from a host, until {@link #undrain}. */
    public void drain(int host) {
        act("drain", Integer.toString(host));
    }

    /** Ends {@link #drain}. */
    public void undrain(int host) {
        act("undrain", Integer.toString(host));
    }

    /** Makes slurmctld forget the jobs that have ended. */
    public void purge() {
        act("purge");
    }

    /** Fills {@link #scratch} to the last byte, until {@link #emptyScratch}. */
    public void fillScratch() {
        act("fill");
    }

    /** Ends {@link #fillScratch}. */
    public void emptyScratch() {
        act("empty");
    }

    /** Returns the process that holds the bed; its end, for any reason, ends the bed. */
    public ProcessHandle process() {
        return process.toHandle();
    }

    /** Runs a verb of {@code bed.sh}, and returns the output. */
    private String act(String... words) {
        List<String> command =
                new ArrayList<>(List.of("bash", SCRIPTS.resolve("bed.sh").toString(), folder.toString()));
        command.addAll(List.of(words));
        return successful(command);
    }

    private String successful(List<String> command) {
        Answer answer = answer(command);
        if (answer.status() != 0) {
            throw new IllegalStateException(
                    String.join(" ", command) + " ended with status " + answer.status() + ": " + answer.output());
        }
        return answer.output();
    }

    private Answer answer(List<String> command) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().putAll(Map.of("SLURM_CONF", conf.toString()));
            Process running = builder.start();
            running.getOutputStream().close();
            String output = Await.output(running);
            return new Answer(Await.exit(running), output);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + command, e);
        }
    }

    /** Ends the bed, and returns when all parts of the bed are gone, except a card that the kernel is removing. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            process.destroy();
        }
        Await.exit(process);
    }
}

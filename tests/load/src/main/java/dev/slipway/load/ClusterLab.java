package dev.slipway.load;

import dev.slipway.servers.SlurmBed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A cluster with Slurm, and the shipped service that uses the cluster in two ways: by the commands of this machine for
 * the partition {@link #HERE}, and over ssh for the partition {@link #FAR}. The bare commands run as the same user as
 * the service's jobs.
 */
final class ClusterLab implements AutoCloseable {
    static final String HERE = "here";
    static final String FAR = "far";
    static final Duration INTERVAL = Duration.ofSeconds(2);
    static final int SLOTS = 128;

    /** Users that every Debian has. The hosts give them a shell. */
    private static final String USER = "games";

    private static final String WATCHER = "news";

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** The service closes a connection that is idle for long. */
    private static final Duration MOST_IDLE = Duration.ofSeconds(10);

    private static final int MEGABYTES_PER_SLOT = 500;
    private static final Pattern ENTRY = Pattern.compile("<(?:\\w+:)?at>([^<]+)</(?:\\w+:)?at>"
            + "<(?:\\w+:)?event>([^<]+)</(?:\\w+:)?event><(?:\\w+:)?text>([^<]*)<");

    private static final Pattern JOB =
            Pattern.compile("token>([^<]+)</(?:(?!<(?:\\w+:)?token>).)*?<(?:\\w+:)?element>(\\d+)<", Pattern.DOTALL);

    private final SlurmBed bed;
    private final LiveService service;
    private final Stamps stamps;
    private final Calls calls;
    private final HttpConnection connection;
    private long calledLast = System.nanoTime();

    /** An event of the journal of a job, with its words. */
    record Entry(Instant at, String event, String text) {}

    private ClusterLab(SlurmBed bed, LiveService service, Stamps stamps) throws IOException {
        this.bed = bed;
        this.service = service;
        this.stamps = stamps;
        this.calls = service.calls();
        this.connection = service.connection(PATIENCE);
    }

    /**
     * Starts the cluster and the service.
     *
     * @param command serves {@code home}
     */
    static ClusterLab start(List<String> command, Path home) throws IOException, InterruptedException {
        SlurmBed bed = SlurmBed.start(
                "--slots",
                Integer.toString(SLOTS),
                "--memory",
                Integer.toString(SLOTS * MEGABYTES_PER_SLOT),
                "--node-timeout",
                "120");
        try {
            bePatient(bed);
            letIn(bed, home.resolveSibling("users"));
            Stamps stamps = Stamps.make(home.getParent());
            Files.writeString(home.resolve("slipway.yaml"), settings(bed, stamps));
            return new ClusterLab(bed, LiveService.start(command, home), stamps);
        } catch (IOException | InterruptedException | RuntimeException e) {
            bed.close();
            throw e;
        }
    }

    /**
     * Lets Slurm's daemons wait a minute for each other. After the bed's five seconds, on a machine under load, slurmd
     * would give up jobs of a burst that it is about to start.
     */
    private static void bePatient(SlurmBed bed) throws IOException {
        String conf = Files.readString(bed.conf());
        Files.writeString(bed.conf(), conf.replaceFirst("MessageTimeout=\\d+", "MessageTimeout=60"));
        bed.command("scontrol", "reconfigure");
    }

    /** Lets both users log in on the hosts. */
    private static void letIn(SlurmBed bed, Path users) throws IOException {
        try (Stream<String> known = Files.lines(Path.of("/etc/passwd"))) {
            Files.write(users, known.map(ClusterLab::withShell).toList());
        }
        Files.setPosixFilePermissions(users, PosixFilePermissions.fromString("rw-r--r--"));
        for (int host = 1; host <= 2; host++) {
            bed.on(host, "mount", "--bind", users.toString(), "/etc/passwd");
        }
    }

    private static String withShell(String line) {
        boolean logsIn = line.startsWith(USER + ":") || line.startsWith(WATCHER + ":");
        return logsIn ? line.substring(0, line.lastIndexOf(':')) + ":/bin/sh" : line;
    }

    private static String settings(SlurmBed bed, Stamps stamps) {
        return """
                slipway:
                  port: 0
                  application-folders: [ "%s" ]
                  limits: { jobs-per-user: 5000 }
                  clusters:
                    here:
                      slurm-conf: "%s"
                      munge: "%s"
                      interval: %dms
                      accounts: [ { name: operator, user: %s } ]
                    far:
                      munge: "%3$s"
                      interval: %4$dms
                      accounts: [ { name: operator, user: %5$s } ]
                      host: { address: "%s", user: %s, identity-file: "%s", known-hosts-file: "%s" }
                  partitions:
                    here: { slots: 5000, wall-time: 1h, cluster: here, queue: batch }
                    far: { slots: 5000, wall-time: 1h, cluster: far, queue: batch }
                """.formatted(
                        stamps.program().getParent(),
                        bed.conf(),
                        bed.munge(),
                        INTERVAL.toMillis(),
                        USER,
                        bed.address(1),
                        WATCHER,
                        bed.clientKey(),
                        bed.knownHosts());
    }

    Stamps stamps() {
        return stamps;
    }

    /** Submits a job that runs the program, and returns the token. */
    String submit(String partition, String name, int number) throws IOException {
        return submitted(document(partition, name, Integer.toString(number), "", ""));
    }

    /**
     * Submits a sweep of jobs that run the program with the numbers from 1, and returns the token of the group.
     *
     * @param seconds the time for which each program runs; empty for no time
     */
    String sweep(String partition, String name, int count, String seconds) throws IOException {
        return submitted(document(partition, name, "1", seconds, """
                <sweep:Sweep>
                  <sweep:Assignment>
                    <sweep:DocumentNode><sweep:Match>//posix:Argument[2]</sweep:Match></sweep:DocumentNode>
                    <f:LoopInteger start="1" end="%d"/>
                  </sweep:Assignment>
                </sweep:Sweep>""".formatted(count)));
    }

    private String document(String partition, String name, String number, String seconds, String sweep) {
        String third = seconds.isEmpty() ? "" : "<posix:Argument>" + seconds + "</posix:Argument>";
        return """
                <jsdl:JobDefinition xmlns:jsdl="http://schemas.ggf.org/jsdl/2005/11/jsdl"
                    xmlns:posix="http://schemas.ggf.org/jsdl/2005/11/jsdl-posix"
                    xmlns:sweep="http://schemas.ogf.org/jsdl/2009/03/sweep"
                    xmlns:f="http://schemas.ogf.org/jsdl/2009/03/sweep/functions"
                    xmlns:sw="urn:slipway:job:1">
                  <jsdl:JobDescription>
                    <jsdl:Application>
                      <posix:POSIXApplication>
                        <posix:Executable>%s</posix:Executable>
                        <posix:Argument>%s</posix:Argument>
                        <posix:Argument>%s</posix:Argument>%s
                      </posix:POSIXApplication>
                    </jsdl:Application>
                    <jsdl:Resources><sw:Partition>%s</sw:Partition></jsdl:Resources>
                  </jsdl:JobDescription>
                  %s
                </jsdl:JobDefinition>
                """.formatted(Stamps.NAME, stamps.prefix(name), number, third, partition, sweep);
    }

    private String submitted(String document) throws IOException {
        return called(Calls.submit(document)).replaceAll("(?s).*<[a-z0-9:]*token>([^<]+)<.*", "$1");
    }

    private String called(String operation) throws IOException {
        if (System.nanoTime() - calledLast > MOST_IDLE.toNanos()) {
            connection.close();
        }
        calledLast = System.nanoTime();
        HttpAnswer answer = connection.exchange(calls.call(operation));
        if (answer.status() != 200) {
            throw new IOException("not what was asked for: " + answer.head() + answer.text());
        }
        return answer.text();
    }

    /** Returns the tokens of the jobs of a group, in the order of the sweep. */
    List<String> jobs(String group) throws IOException {
        Map<Integer, String> tokens = new TreeMap<>();
        int before;
        do {
            before = tokens.size();
            Matcher job = JOB.matcher(called("<s:list><s:offset>" + before
                    + "</s:offset><s:limit>500</s:limit><s:group>" + group + "</s:group></s:list>"));
            while (job.find()) {
                tokens.put(Integer.valueOf(job.group(2)), job.group(1));
            }
        } while (tokens.size() > before);
        return List.copyOf(tokens.values());
    }

    /** Returns the journal of a job. */
    List<Entry> history(String token) throws IOException {
        List<Entry> entries = new ArrayList<>();
        Matcher entry = ENTRY.matcher(called("<s:history><s:token>" + token + "</s:token></s:history>"));
        while (entry.find()) {
            entries.add(new Entry(OffsetDateTime.parse(entry.group(1)).toInstant(), entry.group(2), entry.group(3)));
        }
        return entries;
    }

    /** Waits until the journal of a job has an event, and returns the time of the event. */
    Instant await(String token, String event) throws IOException, InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        List<Entry> entries = List.of();
        while (System.nanoTime() < end) {
            entries = history(token);
            Optional<Instant> at = at(entries, event);
            if (at.isPresent()) {
                return at.get();
            }
            Thread.sleep(20);
        }
        throw new IllegalStateException("no " + event + " within " + PATIENCE + ": " + entries);
    }

    static Optional<Instant> at(List<Entry> entries, String event) {
        return entries.stream()
                .filter(entry -> entry.event().equals(event))
                .map(Entry::at)
                .findFirst();
    }

    /** Submits a job by a bare sbatch, and returns the number of the job. */
    String sbatch(String name, int number) {
        return bare("sbatch", "--ntasks=1", stamps.program().toString(), stamps.prefix(name), Integer.toString(number));
    }

    /** Submits the program with the numbers from 1 as one bare array. */
    void array(String name, int count) {
        bare("sbatch", "--array=1-" + count, "--ntasks=1", stamps.program().toString(), stamps.prefix(name));
    }

    /** Keeps processors of both hosts busy until the end of the cluster. */
    void occupy(int slotsPerHost) {
        bare("sbatch", "--nodes=2", "--ntasks-per-node=" + slotsPerHost, "--wrap=sleep 100000");
    }

    private String bare(String sbatch, String... words) {
        List<String> argv = new ArrayList<>(List.of(
                "setpriv",
                "--reuid=" + USER,
                "--regid=" + USER,
                "--init-groups",
                "--",
                sbatch,
                "--parsable",
                "--time=60",
                "--chdir=/",
                "--output=/dev/null"));
        argv.addAll(List.of(words));
        return bed.command(argv.toArray(String[]::new)).strip();
    }

    /** Submits a job by a bare sbatch over a new ssh connection, and returns the number of the job. */
    String sbatchOverSsh(String name, int number) {
        return bed.command(
                        "ssh",
                        "-F",
                        bed.folder().resolve("ssh/config").toString(),
                        "-l",
                        USER,
                        "host1",
                        "sbatch --parsable --time=60 --chdir=/ --output=/dev/null --ntasks=1 " + stamps.program() + " "
                                + stamps.prefix(name) + " " + number)
                .strip();
    }

    /** Returns the number of the questions for jobs that slurmctld has answered since its start. */
    long questions() {
        Matcher counts = Pattern.compile("REQUEST_JOB_(?:USER_)?INFO\\S*\\s+\\(\\s*\\d+\\)\\s+count:(\\d+)")
                .matcher(bed.command("sdiag"));
        long all = 0;
        while (counts.find()) {
            all += Long.parseLong(counts.group(1));
        }
        return all;
    }

    /** Returns the processor time of the service's compilers. */
    double compilerSeconds() throws IOException {
        return service.compilerSeconds();
    }

    /** Returns the processor time of the service, its database and the commands that it has called. */
    double processorSeconds() throws IOException {
        return service.processorSeconds();
    }

    /** Ends the service and then the cluster, with all runs. */
    @Override
    public void close() {
        connection.close();
        service.close();
        bed.close();
    }
}

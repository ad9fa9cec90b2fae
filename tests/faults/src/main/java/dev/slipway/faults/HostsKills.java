package dev.slipway.faults;

import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.servers.SlurmBed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Kills a service at the points of runs over a list of real hosts. Each job needs all slots of the hosts, and another
 * job waits behind it. So a slot that is lost keeps the next job waiting, and a slot that is given twice lets two jobs
 * run at once.
 */
final class HostsKills implements AutoCloseable {
    private static final String EFFECT = "hosts: ";
    private static final String GIVEN = KillSwitch.row(Optional.of(JobState.RUNNING), JobEvent.Kind.HOSTS_GIVEN);

    private final ClusterPlaces places;
    private final SlurmBed bed;
    private final RestartingClient client;
    private final List<String> wrong = new ArrayList<>();
    private int plays;

    private HostsKills(ClusterPlaces places, SlurmBed bed) throws IOException {
        this.places = places;
        this.bed = bed;
        client = new RestartingClient(
                ClassPath.pack(places.folder()),
                places.writeList(bed),
                places.folder().resolve("victim.log"));
    }

    /**
     * Starts the hosts and a service.
     *
     * @param folder an empty folder that the hosts reach
     */
    static HostsKills start(Path folder) throws IOException, InterruptedException {
        ClusterPlaces places = ClusterPlaces.make(folder);
        SlurmBed bed = SlurmBed.start("--hosts", Integer.toString(ClusterPlaces.HOSTS));
        HostsKills kills = new HostsKills(places, bed);
        kills.client.warmUp();
        kills.client.start();
        return kills;
    }

    /** Returns the points at which the service names hosts for a run, or proves the end of a run there. */
    Set<String> points() {
        Set<String> points = new TreeSet<>(Set.of(KillSwitch.before(GIVEN), KillSwitch.after(GIVEN)));
        Arrays.stream(client.ask("effects").split("\\|"))
                .flatMap(effect ->
                        Arrays.stream(effect.substring(effect.indexOf('=') + 1).split(";")))
                .filter(point -> point.startsWith(EFFECT))
                .forEach(points::add);
        return points;
    }

    /** Kills the service when it reaches the point with a job that ends by itself. Returns whether it came there. */
    boolean endsWell(String point) throws IOException {
        return play(point, false);
    }

    /** Kills the service when it reaches the point with a job that is cancelled while its program runs. */
    boolean cancelled(String point) throws IOException {
        return play(point, true);
    }

    private boolean play(String point, boolean cancelled) throws IOException {
        plays++;
        client.arm(point, 1);
        Path gate = places.runs().resolve("gate-" + plays);
        String first = submit("first", gate);
        Path nextGate = places.runs().resolve("next-gate-" + plays);
        awaitRun(first);
        String next = submit("next", nextGate);
        String turn = client.await(
                        next, "its turn", job -> Set.of("READY", "RUNNING").contains(job.state()))
                .state();
        require(turn.equals("READY"), point, next, "was launched although another job has all slots");
        if (cancelled) {
            client.ask("cancel " + first);
        } else {
            Files.createFile(gate);
        }
        judge(point, first, cancelled ? "CANCELLED" : "DONE");
        Files.createFile(nextGate);
        judge(point, next, "DONE");
        return client.disarm() == 1;
    }

    private String submit(String name, Path gate) {
        return client.ask("submit kind=list sid=" + name + "-" + plays + " gate=" + gate);
    }

    private void awaitRun(String token) throws IOException {
        while (times("begun", token) == 0) {
            client.await(token, "a run", job -> true);
        }
    }

    private void judge(String point, String token, String outcome) throws IOException {
        ReportedJob job = client.await(token, "CLOSED", one -> one.state().equals("CLOSED"));
        require(job.outcome().equals(outcome), point, token, "is " + job.outcome() + " " + job.problem());
        long begun = times("begun", token);
        require(begun == 1, point, token, "began " + begun + " times");
        require(times("ended", token) == (outcome.equals("DONE") ? 1 : 0), point, token, "ended otherwise");
        List<String> left = ClosedJobCheck.marked(token);
        require(left.isEmpty(), point, token, "left " + left);
        require(!Files.exists(places.scratch().resolve(token)), point, token, "left its run folder");
    }

    private void require(boolean right, String point, String token, String otherwise) {
        if (!right) {
            wrong.add("killed at \"" + point + "\", job " + token + " " + otherwise + ", events "
                    + client.ask("events " + token));
        }
    }

    private long times(String what, String token) throws IOException {
        try (Stream<String> lines = Files.lines(places.runs().resolve(what))) {
            return lines.filter(token::equals).count();
        }
    }

    /** Returns the jobs that were lost, doubled or misjudged, and the things that jobs have left. */
    List<String> wrong() {
        return wrong;
    }

    @Override
    public void close() {
        client.close();
        bed.close();
    }
}

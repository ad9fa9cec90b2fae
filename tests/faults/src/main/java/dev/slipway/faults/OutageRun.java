package dev.slipway.faults;

import dev.slipway.servers.SlurmBed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Breaks a real cluster around one job after another of a service, and finds the jobs that were lost, ran twice or were
 * misjudged, and the things that jobs left behind.
 */
final class OutageRun implements AutoCloseable {
    private static final long LAST_BREATH_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final ClusterPlaces places;
    private final SlurmBed bed;
    private final RestartingClient client;
    private final List<String> lost = new ArrayList<>();
    private final List<String> doubled = new ArrayList<>();
    private final List<String> misjudged = new ArrayList<>();
    private final List<String> orphans = new ArrayList<>();
    private int faults;

    private OutageRun(ClusterPlaces places, SlurmBed bed) throws IOException {
        this.places = places;
        this.bed = bed;
        client = new RestartingClient(
                ClassPath.pack(places.folder()),
                places.write(bed),
                places.folder().resolve("victim.log"));
    }

    /**
     * Starts a cluster and a service.
     *
     * @param folder an empty folder that the hosts of the cluster reach
     */
    static OutageRun start(Path folder) throws IOException, InterruptedException {
        ClusterPlaces places = ClusterPlaces.make(folder);
        places.mountScratch();
        SlurmBed bed = SlurmBed.start(
                "--hosts",
                Integer.toString(ClusterPlaces.HOSTS),
                "--slots",
                "2",
                "--node-timeout",
                "6",
                "--memory-limits",
                ClusterPlaces.limitsMemory() ? "cgroups" : "none");
        places.openLogins(bed);
        OutageRun run = new OutageRun(places, bed);
        run.client.warmUp();
        run.client.start();
        return run;
    }

    /** Breaks the cluster around a new job, and judges the job. */
    void suffer(ClusterFault fault, boolean killed) throws Exception {
        faults++;
        try {
            broken(fault, killed, "job-" + faults);
        } catch (AssertionError | IllegalStateException e) {
            lost.add(
                    fault.title(killed) + ": " + e.getMessage().lines().limit(3).toList());
            repair();
        }
    }

    /** Ends all effects that a fault can have, after a fault that did not go as planned. */
    private void repair() {
        client.restart();
        ClusterScene scene = new ClusterScene(bed, client, places, "", "");
        scene.endTricks();
        scene.emptyScratch();
        scene.setClock(Duration.ZERO);
        bed.mendOutside();
        cancelAll();
        for (int host = 1; host <= ClusterPlaces.HOSTS; host++) {
            bed.mend(host);
            bed.ask("scontrol", "update", "NodeName=host" + host, "State=RESUME");
        }
    }

    /** Cancels all jobs of the cluster. */
    private void cancelAll() {
        for (String user : List.of("root", VictimClusters.RUNS_AS)) {
            bed.ask("scancel", "-u", user);
        }
    }

    private void broken(ClusterFault fault, boolean killed, String sid) throws Exception {
        ClusterScene scene = new ClusterScene(bed, client, places, sid, null);
        cancelAll();
        bed.awaitHosts();
        if (fault.when() == ClusterFault.Moment.WAITS) {
            scene.occupy();
        }
        if (fault.when() == ClusterFault.Moment.BEFORE) {
            fault.breaks().on(scene);
        }
        scene = scene.of(
                client.ask("submit kind=cluster on=" + fault.cluster() + " sid=" + sid + " gate=" + scene.gate()));
        scene.awaitMoment(fault.when());
        if (fault.when() != ClusterFault.Moment.BEFORE) {
            fault.breaks().on(scene);
        }
        fault.noticed().on(scene);
        if (killed) {
            client.restart();
        }
        fault.mends().on(scene);
        if (fault.when() == ClusterFault.Moment.WAITS) {
            scene.cancelStrangers();
        }
        scene.openGate();
        judge(fault.title(killed), fault, scene);
    }

    private void judge(String title, ClusterFault fault, ClusterScene scene) throws IOException {
        String token = scene.token();
        ReportedJob reported;
        try {
            reported = client.await(token, "CLOSED", job -> job.state().equals("CLOSED"));
        } catch (AssertionError e) {
            lost.add(title + ": " + token + " did not close: " + client.last(token));
            bed.ask("scancel", "-n", token);
            return;
        }
        long begun = scene.times("begun");
        boolean ended = scene.times("ended") > 0;
        String story = title + ": " + token + " is " + reported.outcome() + " " + reported.problem() + ", began "
                + begun + " times, ended by itself: " + ended + ", events " + client.ask("events " + token);
        if (begun > 1) {
            doubled.add(story);
        }
        boolean done = reported.outcome().equals("DONE");
        if (done != ended || !isRight(fault.end(), reported, done)) {
            misjudged.add(story);
        }
        if (fault.end() instanceof ClusterFault.Done && !done) {
            lost.add(story);
        }
        orphans.addAll(left(token));
    }

    private static boolean isRight(ClusterFault.End end, ReportedJob reported, boolean done) {
        if (end instanceof ClusterFault.Fails fails) {
            String problem = reported.problem();
            return fails.codes().contains(problem.substring(problem.indexOf('/') + 1));
        }
        return !(end instanceof ClusterFault.Done) || done;
    }

    /** Returns the things that the job has left: processes, its run folder, and jobs of the cluster. */
    private List<String> left(String token) throws IOException {
        long deadline = System.nanoTime() + LAST_BREATH_NANOS;
        Set<String> left = leftNow(token);
        while (!left.isEmpty() && System.nanoTime() < deadline) {
            Thread.onSpinWait();
            left = leftNow(token);
        }
        return List.copyOf(left);
    }

    private Set<String> leftNow(String token) throws IOException {
        Set<String> left = new LinkedHashSet<>(ClosedJobCheck.marked(token));
        if (Files.exists(places.scratch().resolve(token))) {
            left.add("run folder of " + token);
        }
        bed.command("squeue", "-h", "-n", token, "-o", "job %i of the cluster, %T, for %j")
                .lines()
                .forEach(left::add);
        return left;
    }

    /** Returns the number of findings so far. */
    int findings() {
        return lost.size() + doubled.size() + misjudged.size() + orphans.size();
    }

    List<String> lost() {
        return lost;
    }

    List<String> doubled() {
        return doubled;
    }

    List<String> misjudged() {
        return misjudged;
    }

    List<String> orphans() {
        return orphans;
    }

    int faults() {
        return faults;
    }

    @Override
    public void close() {
        client.close();
        bed.close();
        try {
            places.unmountScratch();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

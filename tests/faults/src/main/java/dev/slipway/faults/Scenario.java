package dev.slipway.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Describes lives of jobs. A client may repeat every call, so a kill may come anywhere. */
record Scenario(String name, Life life) {
    private static final Set<String> LOG = Set.of("stdout.txt");

    /** Plays the scenario in a lane with jobs of this sid. Returns how each of the jobs must end. */
    @FunctionalInterface
    interface Life {
        List<ExpectedEnd> play(Lane lane, String sid) throws IOException, SQLException;
    }

    static List<Scenario> all() {
        return List.of(
                new Scenario("ends well", Scenario::endsWell),
                new Scenario("swept together, from an upload", Scenario::sweptTogether),
                new Scenario("brings data from every other source", Scenario::bringsFromOtherSources),
                new Scenario("moves from and to a database by a driver", Scenario::movesByDriver),
                new Scenario("loses its snapshot", Scenario::losesItsSnapshot),
                new Scenario("fails in its program", Scenario::failsInItsProgram),
                new Scenario("fails in stage-in", Scenario::failsInStageIn),
                new Scenario("fails at its launch", Scenario::failsAtItsLaunch),
                new Scenario("fails in stage-out", Scenario::failsInStageOut),
                new Scenario("misses a result", Scenario::missesAResult),
                new Scenario("held and cancelled in the queue", Scenario::cancelledInTheQueue),
                new Scenario("held and cancelled while staging in", Scenario::cancelledWhileStagingIn),
                new Scenario("held, released, held again and cancelled when ready", Scenario::cancelledWhenReady),
                new Scenario("cancelled while running", Scenario::cancelledWhileRunning),
                new Scenario("cancelled while staging out", Scenario::cancelledWhileStagingOut),
                new Scenario("cancelled while delivering", Scenario::cancelledWhileDelivering),
                new Scenario("cancelled while cleaning, which cannot be done", Scenario::cancelledWhileCleaning),
                new Scenario("done again with files of the first time, and forgotten", Scenario::doneAgain),
                new Scenario("waits for a guard", Scenario::waitsForAGuard),
                new Scenario("cancelled, which its guard fails to do at first", Scenario::cancelledByABrokenGuard),
                new Scenario("meets a broken guard", Scenario::meetsABrokenGuard),
                new Scenario("waits for a database", Scenario::waitsForADatabase),
                new Scenario("waits for the results folder", Scenario::waitsForTheResultsFolder),
                new Scenario("loses its guard", Scenario::losesItsGuard),
                new Scenario("loses its partition", Scenario::losesItsPartition));
    }

    private static List<ExpectedEnd> endsWell(Lane lane, String sid) {
        String job = lane.submit("sid=" + sid + " in=full out=store,deliver,log results=rows,report");
        lane.closed(job);
        return List.of(ExpectedEnd.done(job, sid, true, Set.of("report.csv", "stdout.txt"), Set.of("rows", "report")));
    }

    /** Either all jobs of the sweep exist, or no job exists and the client submits the sweep again. */
    private static List<ExpectedEnd> sweptTogether(Lane lane, String sid) throws IOException {
        lane.removeUploads();
        lane.client.ask("upload");
        List<ExpectedEnd> expected = new ArrayList<>();
        for (String job :
                lane.client.ask("sweep sid=" + sid + " in=upload out=store").split(" ")) {
            lane.closed(job);
            expected.add(ExpectedEnd.done(job, sid + "." + (expected.size() + 1), true, Set.of(), Set.of()));
        }
        if (expected.size() != CrashJobs.SWEEP) {
            throw new AssertionError("the sweep has " + expected.size() + " jobs");
        }
        return expected;
    }

    private static List<ExpectedEnd> bringsFromOtherSources(Lane lane, String sid) {
        String job = lane.submit("sid=" + sid + " in=sources out=store");
        lane.closed(job);
        return List.of(ExpectedEnd.done(job, sid, true, Set.of(), Set.of()));
    }

    private static List<ExpectedEnd> movesByDriver(Lane lane, String sid) {
        String job = lane.submit("sid=" + sid + " in=driver out=driverstore");
        lane.closed(job);
        return List.of(ExpectedEnd.done(job, sid, false, Set.of(), Set.of()).withLedger());
    }

    /**
     * The second extract waits while the holder of its snapshot ends. The third extract no longer finds the snapshot.
     */
    private static List<ExpectedEnd> losesItsSnapshot(Lane lane, String sid) throws SQLException {
        lane.lock(lane.gateIn());
        String job = lane.submit("sid=" + sid + " in=snapshot out=store");
        lane.await(job, "STAGING_IN");
        lane.awaitAtGate(job);
        lane.endSnapshots();
        lane.unlock();
        lane.closed(job);
        return List.of(ExpectedEnd.done(job, sid, true, Set.of(), Set.of()));
    }

    private static List<ExpectedEnd> failsInItsProgram(Lane lane, String sid) {
        String job = lane.submit("sid=" + sid + " in=books out=store,log results=rows exit=3");
        lane.closed(job);
        return List.of(ExpectedEnd.failed(job, sid, "RUNNING/PROGRAM_FAILED", 1, LOG));
    }

    private static List<ExpectedEnd> failsInStageIn(Lane lane, String sid) {
        String job = lane.submit("sid=" + sid + " in=bad out=store");
        lane.closed(job);
        return List.of(ExpectedEnd.failed(job, sid, "STAGING_IN/STATEMENT_REFUSED", 0, Set.of()));
    }

    /** The program is removed while the job stages in. */
    private static List<ExpectedEnd> failsAtItsLaunch(Lane lane, String sid) throws IOException, SQLException {
        Path program = lane.program(sid);
        lane.lock(lane.gateIn());
        String job = lane.submit("sid=" + sid + " in=gate out=store program=" + program.getFileName());
        lane.await(job, "STAGING_IN");
        Files.delete(program);
        lane.unlock();
        lane.closed(job);
        return List.of(ExpectedEnd.failed(job, sid, "READY/EXECUTABLE_MISSING", 0, Set.of()));
    }

    private static List<ExpectedEnd> failsInStageOut(Lane lane, String sid) {
        String job = lane.submit("sid=" + sid + " in=books out=badstore,log results=rows");
        lane.closed(job);
        return List.of(ExpectedEnd.failed(job, sid, "STAGING_OUT/STATEMENT_REFUSED", 1, LOG));
    }

    private static List<ExpectedEnd> missesAResult(Lane lane, String sid) {
        String job = lane.submit("sid=" + sid + " in=books out=log results=missing");
        lane.closed(job);
        return List.of(ExpectedEnd.failed(job, sid, "CLEANING/FILE_MISSING", 1, LOG));
    }

    /** Only one job at a time stages in, and the first cannot go on. */
    private static List<ExpectedEnd> cancelledInTheQueue(Lane lane, String sid) throws SQLException {
        lane.lock(lane.gateIn());
        String first = lane.submit("sid=" + sid + "a in=gate");
        lane.await(first, "STAGING_IN");
        String job = lane.submit("sid=" + sid + " in=books out=store,log");
        lane.change("hold", job);
        lane.change("release", job);
        lane.change("cancel", job);
        lane.closed(job);
        lane.unlock();
        lane.closed(first);
        return List.of(
                ExpectedEnd.cancelled(job, sid, 0, Set.of()),
                ExpectedEnd.done(first, sid + "a", false, Set.of(), Set.of()));
    }

    private static List<ExpectedEnd> cancelledWhileStagingIn(Lane lane, String sid) throws SQLException {
        lane.lock(lane.gateIn());
        String job = lane.submit("sid=" + sid + " in=gate out=store");
        lane.await(job, "STAGING_IN");
        lane.change("hold", job);
        lane.change("release", job);
        lane.change("cancel", job);
        lane.closed(job);
        lane.unlock();
        return List.of(ExpectedEnd.cancelled(job, sid, 0, Set.of()));
    }

    /** The narrow partition has room for one run. */
    private static List<ExpectedEnd> cancelledWhenReady(Lane lane, String sid) throws IOException {
        String first = lane.submit("sid=" + sid + "a in=books partition=narrow gate=" + lane.gate);
        lane.await(first, "RUNNING");
        String job = lane.submit("sid=" + sid + " in=books out=store partition=narrow");
        lane.await(job, "READY");
        lane.change("hold", job);
        lane.change("release", job);
        lane.change("hold", job);
        Files.writeString(lane.gate, "");
        lane.closed(first);
        Files.delete(lane.gate);
        lane.await(job, "READY");
        lane.change("cancel", job);
        lane.closed(job);
        return List.of(
                ExpectedEnd.cancelled(job, sid, 0, Set.of()),
                ExpectedEnd.done(first, sid + "a", false, Set.of(), Set.of()));
    }

    private static List<ExpectedEnd> cancelledWhileRunning(Lane lane, String sid) {
        String job = lane.submit("sid=" + sid + " in=books out=store,log exit=stray gate=" + lane.gate);
        lane.await(job, "RUNNING");
        lane.awaitRun(job);
        lane.change("cancel", job);
        lane.closed(job);
        return List.of(ExpectedEnd.cancelled(job, sid, 1, LOG));
    }

    private static List<ExpectedEnd> cancelledWhileStagingOut(Lane lane, String sid) throws SQLException {
        lane.lock(lane.gateOut());
        String job = lane.submit("sid=" + sid + " in=books out=gatestore,log");
        lane.await(job, "STAGING_OUT");
        lane.change("cancel", job);
        lane.closed(job);
        lane.unlock();
        return List.of(ExpectedEnd.cancelled(job, sid, 1, LOG));
    }

    /** The line takes half of the file, and then no more bytes. */
    private static List<ExpectedEnd> cancelledWhileDelivering(Lane lane, String sid) throws IOException {
        lane.far.stall(100_000);
        String job = lane.submit("sid=" + sid + " in=books out=fardeliver,log");
        lane.awaitTemporary(job);
        // While the line still accepts bytes, the step could still remove the temporary file.
        lane.awaitFull(job);
        lane.change("cancel", job);
        lane.closed(job);
        lane.far.flow();
        return List.of(ExpectedEnd.cancelled(job, sid, 1, LOG));
    }

    /** A file lies in the place of the job's results, and stays. */
    private static List<ExpectedEnd> cancelledWhileCleaning(Lane lane, String sid) throws IOException {
        String job = lane.submit("sid=" + sid + " in=books results=rows gate=" + lane.gate);
        Path obstacle = lane.folder.resolve("results").resolve(job);
        Files.writeString(obstacle, "");
        Files.writeString(lane.gate, "");
        lane.client.await(job, "an outage", ReportedJob::blocked);
        lane.change("cancel", job);
        lane.closed(job);
        Files.delete(lane.gate);
        Files.delete(obstacle);
        return List.of(ExpectedEnd.cancelled(job, sid, 1, Set.of()));
    }

    private static List<ExpectedEnd> doneAgain(Lane lane, String sid) throws IOException {
        lane.keepFor(3600, 86_400);
        String job = lane.submit("sid=" + sid + " in=full out=log exit=3 checkpoint=done");
        lane.closed(job);
        String again = lane.client.ask("retry " + job);
        lane.closed(again);
        lane.keepFor(0, 1);
        lane.swept(job);
        lane.swept(again);
        lane.keepFor(0, 86_400);
        return List.of(
                ExpectedEnd.failed(job, sid, "RUNNING/PROGRAM_FAILED", 1, LOG),
                ExpectedEnd.failed(again, sid, "RUNNING/PROGRAM_FAILED", 1, LOG));
    }

    private static List<ExpectedEnd> waitsForAGuard(Lane lane, String sid) throws IOException {
        lane.takeGuard();
        String job = lane.submit("sid=" + sid + " in=books out=store");
        lane.client.await(job, "an outage", ReportedJob::blocked);
        lane.giveGuard();
        lane.closed(job);
        return List.of(ExpectedEnd.done(job, sid, true, Set.of(), Set.of()));
    }

    private static List<ExpectedEnd> cancelledByABrokenGuard(Lane lane, String sid) throws IOException {
        String job = lane.submit("sid=" + sid + " in=books out=store,log gate=" + lane.gate);
        lane.await(job, "RUNNING");
        lane.awaitRun(job);
        lane.breakGuard("kill");
        lane.change("cancel", job);
        lane.closed(job);
        lane.giveGuard();
        return List.of(ExpectedEnd.cancelled(job, sid, 1, LOG));
    }

    private static List<ExpectedEnd> meetsABrokenGuard(Lane lane, String sid) throws IOException {
        lane.breakGuard("run");
        String job = lane.submit("sid=" + sid + " in=books out=store");
        lane.closed(job);
        lane.giveGuard();
        return List.of(ExpectedEnd.failed(job, sid, "RUNNING/LAUNCH_FAILED", 0, Set.of()));
    }

    private static List<ExpectedEnd> waitsForADatabase(Lane lane, String sid) throws IOException {
        lane.line.cut();
        String job = lane.submit("sid=" + sid + " in=line out=linestore gate=" + lane.gate);
        lane.client.await(job, "an outage", ReportedJob::blocked);
        lane.line.join();
        lane.await(job, "RUNNING");
        lane.line.cut();
        Files.writeString(lane.gate, "");
        lane.client.await(
                job, "an outage", seen -> seen.blocked() && seen.state().equals("STAGING_OUT"));
        Files.delete(lane.gate);
        lane.line.join();
        lane.closed(job);
        return List.of(ExpectedEnd.done(job, sid, true, Set.of(), Set.of()));
    }

    /** A file lies in the place of the job's results. */
    private static List<ExpectedEnd> waitsForTheResultsFolder(Lane lane, String sid) throws IOException {
        String job = lane.submit("sid=" + sid + " in=books results=rows gate=" + lane.gate);
        Path obstacle = lane.folder.resolve("results").resolve(job);
        Files.writeString(obstacle, "");
        Files.writeString(lane.gate, "");
        lane.client.await(job, "an outage", ReportedJob::blocked);
        Files.delete(lane.gate);
        Files.delete(obstacle);
        lane.closed(job);
        return List.of(ExpectedEnd.done(job, sid, false, Set.of(), Set.of("rows")));
    }

    private static List<ExpectedEnd> losesItsGuard(Lane lane, String sid) throws IOException {
        String job = lane.submit("sid=" + sid + " in=books out=store,log gate=" + lane.gate);
        lane.await(job, "RUNNING");
        lane.awaitRun(job);
        lane.killGuard(job);
        lane.closed(job);
        return List.of(ExpectedEnd.failed(job, sid, "RUNNING/RUN_LOST", 1, LOG));
    }

    private static List<ExpectedEnd> losesItsPartition(Lane lane, String sid) throws IOException, SQLException {
        lane.lock(lane.gateIn());
        String first = lane.submit("sid=" + sid + "a in=gate");
        lane.await(first, "STAGING_IN");
        String job = lane.submit("sid=" + sid + " in=books partition=passing");
        lane.offer("local,narrow");
        lane.client.restart();
        lane.closed(job);
        lane.unlock();
        lane.closed(first);
        lane.offer("local,narrow,passing");
        lane.client.restart();
        return List.of(
                ExpectedEnd.failed(job, sid, "QUEUED/PARTITION_UNKNOWN", 0, Set.of()),
                ExpectedEnd.done(first, sid + "a", false, Set.of(), Set.of()));
    }
}

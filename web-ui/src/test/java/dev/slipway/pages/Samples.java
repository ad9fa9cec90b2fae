package dev.slipway.pages;

import dev.slipway.desk.HistoryEntry;
import dev.slipway.desk.JobStatus;
import dev.slipway.desk.JobStatus.Phase;
import dev.slipway.desk.JobStatus.Progress;
import dev.slipway.desk.JobStatus.Step;
import dev.slipway.desk.JobSummary;
import dev.slipway.desk.ResultEntry;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.ResultFile;
import dev.slipway.request.StagingStep.Direction;
import dev.slipway.run.RunProgress;
import dev.slipway.run.RunReport;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Jobs in all the states that a page shows. */
final class Samples {
    static final Instant NOW = Instant.parse("2026-11-21T09:30:00Z");
    static final JobToken DONE = token('d');
    static final JobToken RUNNING = token('r');
    static final JobToken FAILED = token('f');
    static final JobToken BLOCKED = token('b');
    static final String HOSTILE = "<script>alert(\"x\")</script> & 'co'";
    static final String HASH = "3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b";
    private static final Instant START = NOW.minusSeconds(200);

    private Samples() {}

    static JobToken token(char letter) {
        return new JobToken(String.valueOf(letter).repeat(32));
    }

    static JobStatus done() {
        RunReport run = new RunReport(0, 0, "exited", at(12), at(27), 24.31, 0.82, 143_654_912);
        return job(DONE, "equity-desk-var", JobState.CLOSED, new JobOutcome.Done(), null, phases(2, 9, 12, 27, 31, 32))
                .with(steps(Progress.DONE, Progress.DONE), progress(10_000), run);
    }

    static JobStatus running() {
        return job(RUNNING, HOSTILE, JobState.RUNNING, null, null, phases(2, 90, 110))
                .with(steps(Progress.DONE, Progress.WAITING), progress(6_250), null);
    }

    static JobStatus failed() {
        Problem problem = new Problem(
                ProblemCode.STATEMENT_REFUSED,
                "step positions of job fff cannot run its statement on source risk",
                "ERROR: relation \"risk.positons\" does not exist\n  Position: 48 <b>");
        JobOutcome failed = new JobOutcome.Failed(JobState.STAGING_IN, problem);
        return job(FAILED, "intraday-var", JobState.CLOSED, failed, null, phases(1, 4))
                .with(steps(Progress.FAILED, Progress.SKIPPED), null, null);
    }

    static JobStatus blocked() {
        Problem outage =
                Problem.of(ProblemCode.DATABASE_UNREACHABLE, "source risk does not answer on db.example.net:5432");
        return job(BLOCKED, "overnight-var", JobState.STAGING_IN, null, outage, phases(3))
                .with(steps(Progress.MOVING, Progress.WAITING), null, null);
    }

    static List<JobSummary> list() {
        return List.of(done(), running(), failed(), blocked()).stream()
                .map(job -> new JobSummary(
                        job.token(),
                        job.name(),
                        job.owner(),
                        job.state(),
                        job.outcome().map(JobOutcome::word),
                        job.blocked().isPresent(),
                        job.accepted(),
                        job.since()))
                .toList();
    }

    static List<ResultEntry> results() {
        return List.of(
                new ResultEntry("pnl", ResultFile.Role.PNL_DISTRIBUTION, "pnl.csv", 251_904, HASH),
                new ResultEntry("figures & more", ResultFile.Role.RISK_FIGURES, "figures.csv", 512, HASH));
    }

    static List<HistoryEntry> history() {
        return List.of(
                new HistoryEntry(1, START, "accepted", "accepted from ada at 127.0.0.1"),
                new HistoryEntry(2, START.plusSeconds(2), "stage-in-begun", "group 1: books, symbols, curve"),
                new HistoryEntry(3, START.plusSeconds(9), "staged", "books <i>4 rows</i>"));
    }

    static String pnl() {
        Random random = new Random(7);
        StringBuilder csv = new StringBuilder("scenario,pnl\n");
        for (int i = 0; i < 10_000; i++) {
            double shock = random.nextGaussian();
            csv.append(i)
                    .append(',')
                    .append(180_000 * shock - 22_000 * shock * shock)
                    .append('\n');
        }
        return csv.append("10000,NaN\n").toString();
    }

    static String figures() {
        return """
                measure,confidence,value,lower,upper
                var_mean,0.95,341233.4182,335870.1,347120.9
                var_mean,0.99,511201.99,498771.25,526430.5
                var_today,0.95,363233.4182,357870.1,369120.9
                es_mean,0.95,445120.5,437554.2,452686.8
                es_mean,0.99,601877.25,584120.75,619633.75
                today_value,,48211930.55,,
                <img src=x>,,1,,
                """;
    }

    private static Builder job(
            JobToken token, String name, JobState state, JobOutcome outcome, Problem blocked, List<Phase> phases) {
        return (steps, progress, run) -> new JobStatus(
                token,
                name,
                "ada",
                state,
                phases.get(phases.size() - 1).begun(),
                START,
                Optional.ofNullable(outcome),
                Optional.ofNullable(blocked),
                Optional.empty(),
                false,
                Optional.empty(),
                Optional.empty(),
                phases,
                steps,
                2,
                Optional.ofNullable(progress),
                Optional.ofNullable(run));
    }

    private interface Builder {
        JobStatus with(List<Step> steps, RunProgress progress, RunReport run);
    }

    /** Phases from QUEUED on that end at {@code ends}; the last one goes on. */
    private static List<Phase> phases(int... ends) {
        List<Phase> phases = new ArrayList<>();
        Instant begun = START;
        for (int i = 0; i <= ends.length; i++) {
            boolean last = i == ends.length;
            JobState state = last && ends.length == 2 ? JobState.CLOSED : JobState.values()[i];
            phases.add(new Phase(state, begun, last ? Optional.empty() : Optional.of(at(ends[i]))));
            begun = last ? begun : at(ends[i]);
        }
        return phases;
    }

    private static List<Step> steps(Progress in, Progress out) {
        Optional<String> hash = in == Progress.DONE ? Optional.of(HASH) : Optional.empty();
        return List.of(
                new Step("books", Direction.IN, 1, "sql: risk", "books.csv", Progress.DONE, 96, 4, Optional.of(HASH)),
                new Step("positions", Direction.IN, 2, "sql: risk", "positions.csv.gz", in, 301_122, 5_000, hash),
                new Step("curve", Direction.IN, 2, "sftp://market-data/curves/usd.csv", "curve.csv", in, 214, 0, hash),
                new Step(
                        "store-pnl", Direction.OUT, 1, "sql: risk", "pnl.csv", out, 251_904, 10_000, Optional.empty()));
    }

    private static RunProgress progress(long done) {
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("var_mean_99", 509_112.25);
        return new RunProgress(done, 10_000, figures);
    }

    private static Instant at(int second) {
        return START.plusSeconds(second);
    }
}

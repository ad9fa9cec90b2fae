package dev.slipway.desk.plan;

import dev.slipway.desk.Caller;
import dev.slipway.desk.Intake;
import dev.slipway.desk.RefusedLogins;
import dev.slipway.digest.Sha256;
import dev.slipway.journal.ledger.OperationLedger;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Place;
import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.staging.RowSample;
import dev.slipway.staging.StagingProbe;
import dev.slipway.staging.StepLook;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The entry for users who write a job and want to check a single step at once. No call submits, moves or writes
 * anything.
 */
public final class ProbeDesk {
    /** A user waits for the answer, and the place needs this time to be connected to and to answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final int ROWS = 10;

    /** The number of characters of a statement that the ledger shows beside its hash. */
    private static final int STATEMENT = 200;

    private static final RunPath NOWHERE = new RunPath("sample.csv");

    private final Intake intake;
    private final StagingProbe places;
    private final PlaceProbes probes;
    private final Consumer<OperationLedger.Entry> record;
    private final ProbePermits permits = new ProbePermits("look");

    /** @param ledger records who tried which statement where */
    public ProbeDesk(Intake intake, StagingProbe places, OperationLedger ledger) {
        this(intake, places, ledger::note);
    }

    private ProbeDesk(Intake intake, StagingProbe places, Consumer<OperationLedger.Entry> record) {
        this.intake = intake;
        this.places = places;
        this.probes = new PlaceProbes(places, PATIENCE, intake.logins());
        this.record = record;
    }

    /**
     * Returns a desk with turns of its own, so that automatic questions take no turn from users at a page. Their
     * repetitions are not recorded each time; the user's order to ask is recorded.
     */
    public ProbeDesk apart() {
        return new ProbeDesk(intake, places, entry -> {});
    }

    /**
     * Returns the first rows that an extract with this statement would bring.
     *
     * @throws ProblemException the problem that such a step would meet; PLAN_BUSY while another look of the caller is
     *     under way; NOT_AUTHORISED for a caller who may not submit
     */
    public RowSample sample(Caller caller, String source, String statement) {
        intake.requireSubmitter(caller);
        if (source.isBlank() || statement.isBlank()) {
            throw new ProblemException(
                    Problem.of(ProblemCode.STATEMENT_REFUSED, "there is no source, or no statement to try"));
        }
        SqlExtract step = new SqlExtract(new StepHead.In("sample", 1, NOWHERE), source, statement, Optional.empty());
        intake.stepObstacles(caller).apply(step).ifPresent(problem -> {
            throw new ProblemException(problem);
        });
        Place.Source place = new Place.Source(source);
        try (ProbePermits.Permit permit = permits.take(caller.user(), place)) {
            record(caller, place, "statement " + Sha256.hex(statement) + ": " + beginning(statement));
            return probes.at(permit, place, () -> places.sample(place, statement, ROWS, caller.user()));
        }
    }

    /**
     * Finds out how one step would fare at its place now.
     *
     * @throws ProblemException PLAN_BUSY while another look of the caller is under way; NOT_AUTHORISED for a caller who
     *     may not submit
     */
    public StepLook look(Caller caller, StagingStep step) {
        intake.requireSubmitter(caller);
        Function<StagingStep, Optional<Problem>> obstacles = intake.stepObstacles(caller);
        Optional<Problem> obstacle = obstacles.apply(step);
        if (obstacle.isPresent()) {
            return StepLook.of(obstacle.get());
        }
        Place place = step.place();
        try (ProbePermits.Permit permit = permits.take(caller.user(), place)) {
            StepLook look = probes.at(permit, List.of(step), obstacles).get(step);
            record(caller, place, "step " + step.name() + (RefusedLogins.isRefusal(look) ? ", login refused" : ""));
            return look;
        }
    }

    private void record(Caller caller, Place place, String what) {
        record.accept(new OperationLedger.Entry(
                OperationLedger.Kind.TRIED, caller.user(), caller.from(), place + ", " + what));
    }

    private static String beginning(String statement) {
        int shown =
                statement.offsetByCodePoints(0, Math.min(STATEMENT, statement.codePointCount(0, statement.length())));
        return statement.substring(0, shown);
    }
}

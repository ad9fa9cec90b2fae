package dev.slipway.desk;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.StagingStep;
import dev.slipway.staging.Place;
import dev.slipway.staging.RowSample;
import dev.slipway.staging.StagingProbe;
import dev.slipway.staging.StepLook;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The door for whoever writes a job and wants to see at once whether one step is right. Nothing is submitted, moved or written. */
public final class ProbeDesk {
    /** Somebody sits before it and waits; a place has the time to be connected to and to answer. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final int ROWS = 10;
    private static final RunPath NOWHERE = new RunPath("sample.csv");

    private final Intake intake;
    private final StagingProbe places;
    private final Looks looks;
    private final LookTurns turns = new LookTurns("look");

    public ProbeDesk(Intake intake, StagingProbe places) {
        this.intake = intake;
        this.places = places;
        this.looks = new Looks(places, PATIENCE);
    }

    /** The same with turns of its own: what asks by itself takes none from whoever sits before a page. */
    public ProbeDesk apart() {
        return new ProbeDesk(intake, places);
    }

    /**
     * The first rows of what an extract with this statement would bring.
     *
     * @throws ProblemException what such a step would meet; PLAN_BUSY while another look of the caller is made; NOT_AUTHORISED for who
     *     may not submit
     */
    public RowSample sample(Caller caller, String source, String statement) {
        intake.requireSubmitter(caller);
        if (source.isBlank() || statement.isBlank()) {
            throw new ProblemException(
                    Problem.of(ProblemCode.STATEMENT_REFUSED, "there is no source, or no statement to try"));
        }
        SqlExtract step = new SqlExtract(
                "sample", 1, source, statement, Optional.empty(), NOWHERE, CreationFlag.OVERWRITE, Compression.NONE);
        intake.stepObstacles(caller).apply(step).ifPresent(problem -> {
            throw new ProblemException(problem);
        });
        Place.Source place = new Place.Source(source);
        try (LookTurns.Turn turn = turns.take(caller.user())) {
            return looks.at(turn, place, () -> places.sample(place, statement, ROWS, caller.user()));
        }
    }

    /**
     * What one step would meet at its place now.
     *
     * @throws ProblemException PLAN_BUSY while another look of the caller is made; NOT_AUTHORISED for who may not submit
     */
    public StepLook look(Caller caller, StagingStep step) {
        intake.requireSubmitter(caller);
        try (LookTurns.Turn turn = turns.take(caller.user())) {
            return looks.at(turn, List.of(step), intake.stepObstacles(caller)).get(step);
        }
    }
}

package dev.slipway.run;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import java.nio.file.Path;
import java.util.Optional;

/** Recognizes runs of which {@code mpi-probe} has refused to start the program. */
public final class UnfitMpi {
    private static final int STATUS = 86;

    private UnfitMpi() {}

    /** Returns the problem of a program that was not started because the launcher belongs to another MPI. */
    public static Optional<Problem> problem(RunOrder order, RunSighting.Ended ended) {
        if (ended.report().exitStatus() != STATUS) {
            return Optional.empty();
        }
        String words = OutputTail.lines(
                order.folder().files(), Path.of(order.request().stderr().value()));
        return words.lines()
                .filter(line -> line.startsWith("mpi-probe:"))
                .findFirst()
                .map(line -> new Problem(
                        ProblemCode.MPI_UNFIT,
                        "the MPI of " + order.request().application().title() + " does not fit its launcher",
                        words));
    }
}

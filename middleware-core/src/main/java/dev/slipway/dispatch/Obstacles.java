package dev.slipway.dispatch;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.staging.StagingGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What the gateway could never move, asked before a job is accepted. */
record Obstacles(StagingGateway gateway) {

    /** Refuses a request for jobs of {@code user}, naming every step that can never move. */
    void require(String user, JobRequest request) {
        List<String> steps = new ArrayList<>();
        List<Problem> found = new ArrayList<>();
        Stream.concat(request.stageIn().stream(), request.stageOut().stream())
                .forEach(step -> gateway.obstacle(step, user).ifPresent(problem -> {
                    found.add(problem);
                    steps.add("step " + step.name() + ": " + problem.message());
                }));
        if (!found.isEmpty()) {
            Problem first = found.get(0);
            throw new ProblemException(new Problem(first.code(), first.message(), String.join("\n", steps)));
        }
    }
}

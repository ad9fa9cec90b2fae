package dev.slipway.toolkit;

import dev.slipway.problem.ProblemCode;
import dev.slipway.service.wire.Explanation;
import dev.slipway.service.wire.JobState;
import dev.slipway.service.wire.ProblemOwner;
import dev.slipway.service.wire.Trouble;

/** Holds explanations as the service may send them. */
final class SampleExplanations {
    private SampleExplanations() {}

    static Explanation waiting() {
        Explanation explanation = new Explanation();
        explanation.setToken(ScriptedJobs.TOKEN);
        explanation.setName("var " + ScriptedJobs.HOSTILE);
        explanation.setState(JobState.READY);
        explanation.setSince(ScriptedJobs.BEGUN);
        explanation.setHeadline("has all its inputs and waits for its turn on partition local");
        explanation.setWaitsFor(
                "2 slots of partition local: 0 of 2 are free, 1 run holds the others; number 3 in the queue");
        explanation.setPosition(3);
        explanation.setEstimateSeconds(240L);
        explanation.setAbout("about 4 min, from the last 20 runs on local");
        explanation.setRemedy("");
        return explanation;
    }

    static Explanation failed() {
        Trouble trouble = new Trouble();
        trouble.setPhase(JobState.STAGING_IN);
        trouble.setThing("step positions from risk");
        trouble.setOwner(ProblemOwner.DOCUMENT);
        trouble.setProblem(ScriptedJobs.problem(ProblemCode.STATEMENT_REFUSED, "step positions: the database refuses"));
        trouble.setLasting(true);
        Explanation explanation = new Explanation();
        explanation.setToken(ScriptedJobs.TOKEN);
        explanation.setName("var");
        explanation.setState(JobState.CLOSED);
        explanation.setSince(ScriptedJobs.BEGUN);
        explanation.setHeadline("failed in STAGING_IN");
        explanation.setAbout("");
        explanation.setTrouble(trouble);
        explanation.setRemedy("Correct the statement.");
        return explanation;
    }
}

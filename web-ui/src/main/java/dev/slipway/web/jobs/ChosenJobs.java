package dev.slipway.web.jobs;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.status.GroupStatus;
import dev.slipway.desk.status.JobStatus;
import dev.slipway.desk.status.TokenStatus;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/**
 * Acts on several jobs. Each job goes through the desk alone, with the same rights and refusals as on its own page; the
 * refusal of one job does not keep the others from their turn.
 */
@Component
class ChosenJobs {
    /** The most jobs of one call. A page of the list has fewer; the page of all matching jobs has as many. */
    static final int MOST = 200;

    private final JobDesk desk;

    ChosenJobs(JobDesk desk) {
        this.desk = desk;
    }

    /** Returns the jobs of a call, each once. @throws ProblemException CALL_INVALID for too many jobs */
    static List<String> distinct(List<String> jobs) {
        List<String> distinct =
                jobs.stream().filter(job -> !job.isBlank()).distinct().toList();
        if (distinct.size() > MOST) {
            throw new ProblemException(Problem.of(
                    ProblemCode.CALL_INVALID, distinct.size() + " jobs are chosen, and at most " + MOST + " can be"));
        }
        return distinct;
    }

    /** @param once the page's own id, by which a repeated call retries no job twice */
    ChosenView act(Caller caller, List<String> jobs, ChosenAct act, Optional<String> once) {
        return new ChosenView(
                act.name(),
                distinct(jobs).stream().map(job -> line(caller, job, act, once)).toList());
    }

    private ChosenView.Line line(Caller caller, String job, ChosenAct act, Optional<String> once) {
        String name = "";
        try {
            JobToken token = token(job);
            name = name(caller, token);
            return new ChosenView.Line(job, name, done(caller, token, act, once), null);
        } catch (ProblemException refused) {
            requireAnswer(refused);
            return new ChosenView.Line(job, name, "", refused.problem());
        }
    }

    /** Throws the problem again if it is an outage: the other jobs would only wait for the same answer. */
    static void requireAnswer(ProblemException refused) {
        if (refused.problem().isOutage()) {
            throw refused;
        }
    }

    /** Reads a token. A text that is no token is answered as an unknown job. */
    static JobToken token(String text) {
        return JobToken.parse(text).orElseThrow(JobDesk::unknown);
    }

    /** Returns the name of a job or group that the caller may see. */
    String name(Caller caller, JobToken token) {
        TokenStatus status = desk.standing(caller, token);
        return status instanceof GroupStatus group ? group.name() : ((JobStatus) status).name();
    }

    /** Does the act; returns the token of a new job, if the act makes one. */
    private String done(Caller caller, JobToken token, ChosenAct act, Optional<String> once) {
        switch (act) {
            case CANCEL -> desk.cancel(caller, token);
            case HOLD -> desk.hold(caller, token);
            case RELEASE -> desk.release(caller, token);
            case RETRY -> {
                return desk.retry(caller, token, once.map(id -> "page:" + id + ":" + token))
                        .value();
            }
        }
        return "";
    }
}

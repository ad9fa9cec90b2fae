package dev.slipway.toolkit;

import dev.slipway.problem.ProblemCode;
import dev.slipway.service.wire.Cancel;
import dev.slipway.service.wire.CancelResponse;
import dev.slipway.service.wire.Delete;
import dev.slipway.service.wire.DeleteResponse;
import dev.slipway.service.wire.FailedJob;
import dev.slipway.service.wire.GroupState;
import dev.slipway.service.wire.GroupStatus;
import dev.slipway.service.wire.Hold;
import dev.slipway.service.wire.HoldResponse;
import dev.slipway.service.wire.JobCount;
import dev.slipway.service.wire.JobState;
import dev.slipway.service.wire.JobSummary;
import dev.slipway.service.wire.Kill;
import dev.slipway.service.wire.KillResponse;
import dev.slipway.service.wire.ListResponse;
import dev.slipway.service.wire.OutcomeWord;
import dev.slipway.service.wire.Problem;
import dev.slipway.service.wire.ProblemFault;
import dev.slipway.service.wire.Release;
import dev.slipway.service.wire.ReleaseResponse;
import dev.slipway.service.wire.ResultEntry;
import dev.slipway.service.wire.ResultRole;
import dev.slipway.service.wire.ResultsResponse;
import dev.slipway.service.wire.Upload;
import dev.slipway.service.wire.UploadResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;

/** Answers calls about groups and uploads, and calls that apply to jobs and groups alike. */
public abstract class ScriptedGroups extends ScriptedPlans {
    public static final String GROUP = "g123456789abcdefghjkmnpqrstvwxyz";
    public static final String MEMBER = "m123456789abcdefghjkmnpqrstvwxyz";
    private static final Instant ACCEPTED = Instant.parse("2026-11-20T09:00:00Z");

    public volatile String uploaded = "";

    /** The number of looks until the group is closed; negative for never. */
    public volatile int closing = -1;

    /** Returns the group's state at this look. */
    GroupStatus lookAtGroup() {
        GroupStatus group = group();
        if (closing-- == 0) {
            group.getCount().clear();
            group.getCount().add(count(JobState.CLOSED, OutcomeWord.FAILED, 1000));
            group.setState(GroupState.CLOSED);
            group.setOutcome(OutcomeWord.FAILED);
        }
        return group;
    }

    static GroupStatus group() {
        GroupStatus group = new GroupStatus();
        group.setToken(GROUP);
        group.setName("var sweep");
        group.setOwner("ann");
        group.setAccepted(ACCEPTED);
        group.setState(GroupState.WORKING);
        group.setJobs(1000);
        group.getCount().add(count(JobState.QUEUED, null, 997));
        group.getCount().add(count(JobState.RUNNING, null, 2));
        group.getCount().add(count(JobState.CLOSED, OutcomeWord.FAILED, 1));
        group.setHeld(3);
        FailedJob failure = new FailedJob();
        failure.setToken(MEMBER);
        failure.setElement(17);
        failure.setName("var 17");
        failure.setPhase(JobState.RUNNING);
        Problem problem = new Problem();
        problem.setCode(ProblemCode.PROGRAM_FAILED.id());
        problem.setMessage("the program ended with status 3");
        problem.setDetail("");
        problem.setHint("Read its standard error.");
        problem.setExitStatus(ProblemCode.PROGRAM_FAILED.exitStatus());
        failure.setProblem(problem);
        group.getFailure().add(failure);
        return group;
    }

    /** Returns the number of the group's jobs that an operation has changed; empty for a single job. */
    static OptionalInt fitted(String token) {
        return token.equals(GROUP) ? OptionalInt.of(999) : OptionalInt.empty();
    }

    private static JobCount count(JobState state, OutcomeWord outcome, int jobs) {
        JobCount count = new JobCount();
        count.setState(state);
        count.setOutcome(outcome);
        count.setJobs(jobs);
        return count;
    }

    /** Returns one of two pages, with one result each. */
    static ResultsResponse results(int offset) {
        ResultsResponse answer = new ResultsResponse();
        ResultEntry entry = new ResultEntry();
        entry.setName("pnl");
        entry.setRole(ResultRole.FILE);
        entry.setFileName("pnl.csv");
        entry.setBytes(10);
        entry.setSha256("ab");
        entry.setJob(MEMBER);
        entry.setElement(offset + 1);
        answer.getResult().add(entry);
        if (offset == 0) {
            answer.setNext(500);
        }
        return answer;
    }

    /** Answers with the jobs whose tokens begin so. */
    static ListResponse beginning(List<String> tokens, String characters) {
        ListResponse answer = new ListResponse();
        tokens.stream().filter(token -> token.startsWith(characters)).forEach(token -> {
            JobSummary job = new JobSummary();
            job.setToken(token);
            job.setName("var");
            job.setOwner("ann");
            job.setState(JobState.RUNNING);
            job.setAccepted(ACCEPTED);
            job.setSince(ACCEPTED);
            answer.getJob().add(job);
        });
        answer.setTotal(answer.getJob().size());
        return answer;
    }

    @Override
    public UploadResponse upload(Upload call) throws ProblemFault {
        hear("upload");
        uploaded = call.getName() + " " + new String(call.getContent(), StandardCharsets.UTF_8);
        UploadResponse answer = new UploadResponse();
        answer.setSha256("cd".repeat(32));
        answer.setBytes(call.getContent().length);
        answer.setKeptUntil(ACCEPTED);
        return answer;
    }

    @Override
    public CancelResponse cancel(Cancel call) throws ProblemFault {
        hear("cancel " + call.getToken());
        CancelResponse answer = new CancelResponse();
        fitted(call.getToken()).ifPresent(answer::setJobs);
        return answer;
    }

    @Override
    public DeleteResponse delete(Delete call) throws ProblemFault {
        hear("delete " + call.getToken());
        DeleteResponse answer = new DeleteResponse();
        fitted(call.getToken()).ifPresent(answer::setJobs);
        return answer;
    }

    @Override
    public KillResponse kill(Kill call) throws ProblemFault {
        hear("kill " + call.getToken());
        KillResponse answer = new KillResponse();
        fitted(call.getToken()).ifPresent(answer::setJobs);
        return answer;
    }

    @Override
    public HoldResponse hold(Hold call) throws ProblemFault {
        hear("hold " + call.getToken());
        HoldResponse answer = new HoldResponse();
        fitted(call.getToken()).ifPresent(answer::setJobs);
        return answer;
    }

    @Override
    public ReleaseResponse release(Release call) throws ProblemFault {
        hear("release " + call.getToken());
        ReleaseResponse answer = new ReleaseResponse();
        fitted(call.getToken()).ifPresent(answer::setJobs);
        return answer;
    }
}

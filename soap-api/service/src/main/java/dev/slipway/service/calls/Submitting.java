package dev.slipway.service.calls;

import dev.slipway.callback.Callbacks;
import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.Receipt;
import dev.slipway.desk.Submission;
import dev.slipway.desk.SweepSubmission;
import dev.slipway.desk.plan.PlanDesk;
import dev.slipway.document.ReadDocument;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.service.translation.EntryTranslation;
import dev.slipway.service.translation.PlanTranslation;
import dev.slipway.service.wire.Plan;
import dev.slipway.service.wire.PlanResponse;
import dev.slipway.service.wire.Submit;
import dev.slipway.service.wire.SubmitResponse;
import dev.slipway.service.wire.Validate;
import dev.slipway.service.wire.ValidateResponse;
import java.util.List;
import java.util.Optional;

/** Implements the operations that take a document: judge the document, and accept its job or all jobs of its sweep. */
final class Submitting {
    private final JobDesk desk;
    private final PlanDesk plans;
    private final Callbacks callbacks;
    private final JobCalls calls;

    Submitting(ServiceDesks desks, JobCalls calls) {
        this.desk = desks.jobs();
        this.plans = desks.plans();
        this.callbacks = desks.callbacks();
        this.calls = calls;
    }

    SubmitResponse submit(Submit call) {
        Caller caller = calls.caller();
        byte[] document = JobCalls.bytes(call.getDocument(), call.getInline());
        ReadDocument read = calls.submittable(document, call.getInline() != null);
        Optional<String> callback = Optional.ofNullable(call.getCallback());
        SubmitResponse answer = new SubmitResponse();
        JobToken token = taken(caller, call, document, read, answer);
        // The callback is registered before the answer: a client with the token can then rely on the callback, whatever
        // happens to the service.
        callback.ifPresent(address -> callbacks.register(token, address));
        answer.setToken(token.value());
        read.problems().forEach(warning -> answer.getWarning().add(EntryTranslation.finding(warning)));
        desk.shortfalls(read.requests()).forEach(words -> answer.getWarning().add(EntryTranslation.shortfall(words)));
        return answer;
    }

    private JobToken taken(Caller caller, Submit call, byte[] document, ReadDocument read, SubmitResponse answer) {
        // The address is judged for a new submission only, not for a repeated one.
        Runnable condition = () -> Optional.ofNullable(call.getCallback()).ifPresent(callbacks::require);
        boolean held = Boolean.TRUE.equals(call.isHold());
        if (read instanceof ReadDocument.Accepted accepted) {
            return desk.submit(caller, new Submission(document, accepted.request(), held), condition);
        } else if (read instanceof ReadDocument.Swept swept) {
            Receipt receipt = desk.submit(
                    caller, new SweepSubmission(document, swept.submissionId(), swept.requests(), held), condition);
            answer.setJobs(receipt.jobs());
            return receipt.group();
        }
        throw new IllegalStateException(
                "not to be submitted: " + read.getClass().getSimpleName());
    }

    ValidateResponse validate(Validate call) {
        Caller caller = calls.caller();
        ReadDocument read = calls.read(JobCalls.bytes(call.getDocument(), call.getInline()), call.getInline() != null);
        boolean valid = JobCalls.isValid(read);
        List<Problem> obstacles = valid ? desk.obstacles(caller, read.requests()) : List.of();
        ValidateResponse answer = new ValidateResponse();
        answer.setValid(valid && obstacles.isEmpty());
        read.problems().forEach(found -> answer.getFinding().add(EntryTranslation.finding(found)));
        obstacles.forEach(obstacle -> answer.getFinding().add(EntryTranslation.obstacle(obstacle)));
        List<String> shortfalls = valid ? desk.shortfalls(read.requests()) : List.of();
        shortfalls.forEach(words -> answer.getFinding().add(EntryTranslation.shortfall(words)));
        return answer;
    }

    PlanResponse plan(Plan call) {
        Caller caller = calls.caller();
        ReadDocument read = calls.read(JobCalls.bytes(call.getDocument(), call.getInline()), call.getInline() != null);
        PlanResponse answer = new PlanResponse();
        read.problems().forEach(found -> answer.getFinding().add(EntryTranslation.finding(found)));
        answer.setNotes("");
        answer.setEstimate("");
        if (JobCalls.isValid(read)) {
            PlanTranslation.tell(plans.plan(caller, read.requests()), answer);
        }
        return answer;
    }
}

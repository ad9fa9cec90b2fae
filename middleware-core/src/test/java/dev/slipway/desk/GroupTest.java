package dev.slipway.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.audit.AuditVerdict;
import dev.slipway.callback.CallbackSettings;
import dev.slipway.callback.Callbacks;
import dev.slipway.desk.status.Explanation;
import dev.slipway.desk.status.GroupStatus;
import dev.slipway.desk.status.GroupStatus.Count;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.servers.Await;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a sweep is accepted whole or refused whole, and that answers about the group are counted from the jobs.
 */
class GroupTest {
    @TempDir
    Path folder;

    @AutoClose
    MiddlewareTestBed bed;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder, 2, 1);
    }

    @Test
    void takes_in_all_elements_in_order_and_counts_them() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("books");
        Receipt receipt = submit(sweep(3, Optional.of("eod")));
        gate.awaitEntered();

        GroupStatus status = status(receipt.group());
        assertThat(receipt.jobs()).isEqualTo(3);
        assertThat(status.size()).isEqualTo(3);
        assertThat(status.state()).isEqualTo(GroupStatus.State.WORKING);
        assertThat(status.outcome()).isEmpty();
        assertThat(status.counts())
                .containsExactly(
                        new Count(JobState.QUEUED, Optional.empty(), 2),
                        new Count(JobState.STAGING_IN, Optional.empty(), 1));
        List<JobSummary> members = members(receipt.group());
        assertThat(members)
                .extracting(job -> job.membership().orElseThrow().element())
                .containsExactly(1, 2, 3);
        assertThat(members).extracting(JobSummary::state).startsWith(JobState.STAGING_IN);
        bed.untilQueued(members.get(1).token());
        assertThat(bed.status(members.get(1).token()).position()).contains(1);
        assertThat(bed.job(members.get(2).token()).request().submissionId()).contains("eod.3");

        gate.open();
        bed.launcher.endAtOnce();
        for (JobSummary job : members) {
            bed.untilClosed(job.token());
        }
        GroupStatus closed = status(receipt.group());
        assertThat(closed.state()).isEqualTo(GroupStatus.State.CLOSED);
        assertThat(closed.outcome()).contains("DONE");
        assertThat(closed.closed()).isPresent();
        assertThat(explain(receipt.group()).headline()).isEqualTo("3 jobs: 3 done");
        ResultPage results = bed.desk().results(MiddlewareTestBed.ALICE, receipt.group(), 1);
        assertThat(results.results())
                .extracting(located -> located.membership().orElseThrow().element())
                .containsExactly(2, 3);
        assertThat(results.next()).isEmpty();
        assertThat(bed.middleware
                        .audit()
                        .verify(MiddlewareTestBed.AUDITOR, Optional.empty())
                        .findings())
                .isEmpty();
        int reads = bed.heads.reads();
        AuditVerdict ofGroup = bed.middleware.audit().verify(MiddlewareTestBed.AUDITOR, Optional.of(receipt.group()));
        assertThat(bed.heads.reads()).as("reads of the kept heads").isEqualTo(reads + 1);
        assertThat(ofGroup.findings()).isEmpty();
        assertThat(ofGroup.jobs()).isEqualTo(3);
    }

    @Test
    void the_same_sid_and_document_is_the_same_group_and_another_document_a_conflict() {
        JobToken group = submit(sweep(3, Optional.of("eod"))).group();

        assertThat(submit(sweep(3, Optional.of("eod")))).isEqualTo(new Receipt(group, 3));
        assertThat(bed.desk().count(MiddlewareTestBed.ALICE)).isEqualTo(3);
        SweepSubmission other = new SweepSubmission(
                bytes("other"), Optional.of("eod"), sweep(2, Optional.of("eod")).elements());
        assertRefused(ProblemCode.SUBMISSION_CONFLICT, () -> submit(other));
        JobRequest single = JobRequests.withSid(JobRequests.small(), "eod");
        assertRefused(ProblemCode.SUBMISSION_CONFLICT, () -> bed.desk()
                .submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(single, "<job/>")));
    }

    @Test
    void keeps_nothing_of_a_sweep_of_which_one_element_has_a_used_sid() {
        bed.submit(JobRequests.withSid(JobRequests.small(), "eod.2"));

        assertThatThrownBy(() -> submit(sweep(3, Optional.of("eod"))))
                .isInstanceOf(ProblemException.class)
                .hasMessageContaining("sid eod.2, which element 2 of the sweep has");
        assertThat(bed.desk().count(MiddlewareTestBed.ALICE)).isEqualTo(1);
        assertThat(submit(sweep(3, Optional.of("later"))).jobs()).isEqualTo(3);
    }

    @Test
    void keeps_nothing_of_a_sweep_that_is_cut_off_between_two_parts() {
        AtomicInteger parts = new AtomicInteger();
        bed.witness = point -> {
            if (point.effect().equals("sweep") && parts.incrementAndGet() == 2) {
                throw new IllegalStateException("cut off");
            }
        };

        assertThatThrownBy(() -> submit(sweep(900, Optional.of("eod")))).hasMessage("cut off");
        assertThat(bed.desk().count(MiddlewareTestBed.ALICE)).isZero();
        bed.restart();
        assertThat(bed.desk().count(MiddlewareTestBed.ALICE)).isZero();
        assertThat(submit(sweep(900, Optional.of("eod"))).jobs()).isEqualTo(900);
        assertThat(bed.desk().count(MiddlewareTestBed.ALICE)).isEqualTo(900);
    }

    @Test
    void refuses_more_jobs_than_the_operator_allows() {
        assertRefused(ProblemCode.SWEEP_TOO_LARGE, () -> submit(sweep(1001, Optional.empty())));
        assertRefused(ProblemCode.NOT_AUTHORISED, () -> bed.desk()
                .submit(MiddlewareTestBed.AUDITOR, sweep(2, Optional.empty())));
    }

    @Test
    void is_held_released_and_cancelled_as_its_jobs_are() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("books");
        bed.submit(JobRequests.small());
        gate.awaitEntered();
        JobToken group = submit(sweep(3, Optional.empty())).group();
        assertThat(status(group).state()).isEqualTo(GroupStatus.State.WAITING);

        bed.desk().hold(MiddlewareTestBed.ALICE, group);
        bed.desk().hold(MiddlewareTestBed.ALICE, group);
        assertThat(status(group).held()).isEqualTo(3);
        assertThat(explain(group).headline()).startsWith("3 jobs: 3 wait, 3 of them held; element 1,");
        assertThat(explain(group).remedy().shell()).isEqualTo("Release it: `slipway release " + group + "`.");
        bed.desk().release(MiddlewareTestBed.OPERATOR, group);
        assertThat(status(group).held()).isZero();
        JobToken first = members(group).get(0).token();
        JobToken second = members(group).get(1).token();
        bed.desk().hold(MiddlewareTestBed.ALICE, second);
        assertThat(explain(group).remedy().shell())
                .as("the first goes on")
                .isEqualTo("Release what is held of it: `slipway release " + group + "`.");
        bed.desk().release(MiddlewareTestBed.ALICE, second);
        bed.desk().hold(MiddlewareTestBed.ALICE, first);
        assertThat(explain(group).remedy().shell())
                .as("of one")
                .isEqualTo("Release it: `slipway release " + first + "`.");
        assertRefused(ProblemCode.JOB_STATE, () -> bed.desk().kill(MiddlewareTestBed.ALICE, group));
        bed.desk().delete(MiddlewareTestBed.ALICE, group);
        gate.open();
        for (JobSummary job : members(group)) {
            bed.untilClosed(job.token());
        }

        assertThat(status(group).outcome()).contains("CANCELLED");
        bed.desk().cancel(MiddlewareTestBed.ALICE, group);
        assertRefused(ProblemCode.JOB_STATE, () -> bed.desk().hold(MiddlewareTestBed.ALICE, group));
        List<HistoryEntry> history = bed.desk().history(MiddlewareTestBed.ALICE, group);
        assertThat(history).extracting(HistoryEntry::sequence).startsWith(1L, 2L, 3L);
        assertThat(history.get(0).text())
                .startsWith("element 1, job " + members(group).get(0).token() + ": accepted from alice");
        assertThat(history).extracting(HistoryEntry::event).contains("HELD", "RELEASED", "CANCELLED");
    }

    @Test
    void does_again_what_is_not_done() throws Exception {
        ScriptedGateway.Gate gate = bed.gateway.hold("books");
        JobToken group = submit(sweep(3, Optional.of("eod"))).group();
        gate.awaitEntered();
        List<JobSummary> members = members(group);
        bed.desk().cancel(MiddlewareTestBed.ALICE, members.get(1).token());
        assertRefused(ProblemCode.JOB_STATE, () -> bed.desk().retry(MiddlewareTestBed.ALICE, group));
        gate.open();
        bed.launcher.endAtOnce();
        for (JobSummary job : members) {
            bed.untilClosed(job.token());
        }

        JobToken again = bed.desk().retry(MiddlewareTestBed.ALICE, group);

        assertThat(status(again).parent()).contains(group);
        assertThat(members(again)).singleElement().satisfies(job -> assertThat(
                        job.membership().orElseThrow().element())
                .isEqualTo(2));
        JobToken redone = members(again).get(0).token();
        assertThat(bed.job(redone).acceptance().parent())
                .contains(members.get(1).token());
        bed.untilClosed(redone);
        assertThat(members(bed.desk().retry(MiddlewareTestBed.ALICE, again))).hasSize(1);
        assertThat(bed.desk().document(MiddlewareTestBed.ALICE, redone)).isEqualTo(bytes("<sweep/>"));
        assertThat(bed.desk().document(MiddlewareTestBed.ALICE, again)).isEqualTo(bytes("<sweep/>"));
    }

    @Test
    void nobody_else_sees_it_and_one_job_is_not_meant_by_it() {
        JobToken group = submit(sweep(2, Optional.empty())).group();

        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> bed.desk().standing(MiddlewareTestBed.BOB, group),
                () -> bed.desk().cancel(MiddlewareTestBed.BOB, group),
                () -> bed.desk().history(MiddlewareTestBed.BOB, group),
                () -> bed.desk().results(MiddlewareTestBed.BOB, group, 0),
                () -> bed.desk().explain(MiddlewareTestBed.BOB, group),
                () -> bed.desk().document(MiddlewareTestBed.BOB, group),
                () -> bed.desk().retry(MiddlewareTestBed.BOB, group))) {
            assertRefused(ProblemCode.JOB_UNKNOWN, call);
        }
        assertRefused(ProblemCode.NOT_AUTHORISED, () -> bed.desk().cancel(MiddlewareTestBed.AUDITOR, group));
        assertRefused(ProblemCode.JOB_STATE, () -> bed.desk().openResult(MiddlewareTestBed.ALICE, group, "pnl"));
        assertThat(bed.desk().list(MiddlewareTestBed.BOB, JobFilter.ofGroup(group), 0, 10))
                .isEmpty();
        assertThat(bed.desk().list(MiddlewareTestBed.OPERATOR, JobFilter.ofGroup(group), 0, 1))
                .hasSize(1);
        assertThat(bed.desk().count(MiddlewareTestBed.ALICE, JobFilter.ofGroup(group)))
                .isEqualTo(2);
    }

    @Test
    void the_first_characters_of_a_token_find_a_job_and_a_group_by_its_first_job() {
        JobToken group = bed.desk()
                .submit(MiddlewareTestBed.ALICE, sweep(3, Optional.empty()))
                .group();
        JobToken second =
                bed.desk().members(MiddlewareTestBed.ALICE, group, 1, 1).get(0).token();

        assertThat(bed.desk().list(MiddlewareTestBed.ALICE, beginning(group), 0, 10))
                .singleElement()
                .satisfies(job -> assertThat(job.membership().orElseThrow())
                        .satisfies(one -> assertThat(one.group()).isEqualTo(group))
                        .satisfies(one -> assertThat(one.element()).isEqualTo(1)));
        assertThat(bed.desk().list(MiddlewareTestBed.ALICE, beginning(second), 0, 10))
                .singleElement()
                .satisfies(job -> assertThat(job.token()).isEqualTo(second));
        assertThat(bed.desk().list(MiddlewareTestBed.BOB, beginning(second), 0, 10))
                .isEmpty();
    }

    private static JobFilter beginning(JobToken token) {
        return new JobFilter(
                Optional.empty(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(token.value().substring(0, 8)));
    }

    @Test
    void is_told_once_when_the_last_of_its_jobs_has_closed() throws Exception {
        LinkedBlockingQueue<String> sent = new LinkedBlockingQueue<>();
        CallbackSettings settings = CallbackSettings.to(List.of("flows.example.org:443"), Duration.ofHours(1));
        try (Callbacks callbacks = bed.middleware.callbacks(settings, (receiver, body) -> sent.add(body))) {
            JobToken group = submit(sweep(3, Optional.empty())).group();
            callbacks.register(group, "https://flows.example.org/closed");
            bed.desk().cancel(MiddlewareTestBed.ALICE, group);
            for (JobSummary job : members(group)) {
                bed.untilClosed(job.token());
            }

            assertThat(Await.next(sent))
                    .contains(
                            "\"event\":\"group.closed\"",
                            "\"token\":\"" + group + "\"",
                            "\"outcome\":\"CANCELLED\"",
                            "\"jobs\":3",
                            "\"ended\":{\"CANCELLED\":3}");
            assertThat(sent).isEmpty();
        }
    }

    private Receipt submit(SweepSubmission sweep) {
        return bed.desk().submit(MiddlewareTestBed.ALICE, sweep);
    }

    private static SweepSubmission sweep(int jobs, Optional<String> sid) {
        List<JobRequest> elements = IntStream.rangeClosed(1, jobs)
                .mapToObj(n -> sid.map(id -> JobRequests.withSid(JobRequests.small(), id + "." + n))
                        .orElseGet(JobRequests::small))
                .toList();
        return new SweepSubmission(bytes("<sweep/>"), sid, elements);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private GroupStatus status(JobToken group) {
        return (GroupStatus) bed.desk().standing(MiddlewareTestBed.ALICE, group);
    }

    private Explanation explain(JobToken group) {
        return bed.desk().explain(MiddlewareTestBed.ALICE, group);
    }

    private List<JobSummary> members(JobToken group) {
        Caller caller = MiddlewareTestBed.ALICE;
        return bed.desk().members(caller, group, 0, 100);
    }

    private static void assertRefused(ProblemCode code, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(ProblemException.class, e -> assertThat(
                        e.problem().code())
                .isEqualTo(code));
    }
}

package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.SweepSubmission;
import dev.slipway.desk.status.Explanation;
import dev.slipway.job.Job;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.request.JobRequest;
import dev.slipway.request.StagingStep;
import dev.slipway.servers.Await;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that slow jobs of one user leave a share to the jobs of another user. */
@Timeout(120)
class FairSharesTest {
    @TempDir
    Path folder;

    MiddlewareTestBed bed;

    @BeforeEach
    void start() {
        bed = new MiddlewareTestBed(folder);
        bed.launcher.endAtOnce();
    }

    @AfterEach
    void stop() {
        bed.close();
    }

    @Test
    void a_sweep_of_sixty_jobs_whose_extracts_stand_still_holds_up_no_other_user() throws Exception {
        ScriptedGateway.Gate slow = bed.gateway.hold("slow");
        JobToken group = bed.desk()
                .submit(
                        MiddlewareTestBed.ALICE,
                        new SweepSubmission(
                                "<sweep/>".getBytes(StandardCharsets.UTF_8),
                                Optional.empty(),
                                Collections.nCopies(60, job(JobRequests.extract("slow", 1)))))
                .group();
        slow.awaitEntered();

        JobToken bobs = bed.desk()
                .submit(
                        MiddlewareTestBed.BOB,
                        MiddlewareTestBed.submission(job(JobRequests.extract("quick", 1)), "<job/>"));
        Job done = bed.untilClosed(bobs);

        assertThat(done.outcome()).contains(new JobOutcome.Done());
        assertThat(bed.gateway.tried())
                .as("alice's hold every place at the door")
                .contains("slow");
        assertThat(bed.desk().status(MiddlewareTestBed.ALICE, last(group)).state())
                .isEqualTo(JobState.QUEUED);
        slow.open();
    }

    @Test
    void explain_says_that_users_who_have_fewer_go_first() throws Exception {
        ScriptedGateway.Gate slow = bed.gateway.hold("slow");
        List<JobToken> alices = List.of(
                bed.submit(job(JobRequests.extract("slow", 1))),
                bed.submit(job(JobRequests.extract("slow", 1))),
                bed.submit(job(JobRequests.extract("slow", 1))),
                bed.submit(job(JobRequests.extract("slow", 1))));
        bed.until(alices.get(2), JobState.STAGING_IN);
        for (int i = 0; i < 2; i++) {
            bed.desk()
                    .submit(
                            MiddlewareTestBed.BOB,
                            MiddlewareTestBed.submission(job(JobRequests.extract("slow", 1)), "<job/>"));
        }

        Await.until("alice's last job is told to wait for users with fewer", () -> bed.desk()
                .explain(MiddlewareTestBed.ALICE, alices.get(3))
                .waitsFor()
                .orElse("")
                .contains("3 of user alice stage in now, and users with fewer go first"));
        slow.open();
        bed.untilClosed(alices.get(3));
    }

    @Test
    void explain_says_for_which_share_of_a_place_a_step_waits_and_what_to_do() throws Exception {
        List<String> names = List.of("a", "b", "c", "d");
        List<ScriptedGateway.Gate> slow = names.stream().map(bed.gateway::hold).toList();
        JobRequest four = JobRequests.request(
                names.stream()
                        .<StagingStep>map(name -> JobRequests.extract(name, 1))
                        .toList(),
                List.of());
        bed.submit(four);
        JobToken second = bed.submit(four);

        Await.until("two of the second job's steps wait for alice's share", () -> {
            Explanation words = bed.desk().explain(MiddlewareTestBed.ALICE, second);
            return words.waitsFor()
                            .orElse("")
                            .endsWith(
                                    "a turn for step c from source risk (1 step more waits): 6 steps of user alice move"
                                            + " from there now, and one user leaves the rest of that place to others")
                    && words.remedy()
                            .shell()
                            .equals("Wait until one of them has ended, cancel what is not needed,"
                                    + " or ask the operator for a"
                                    + " larger slipway.limits.database-connections.");
        });
        slow.forEach(ScriptedGateway.Gate::open);
        assertThat(bed.untilClosed(second).outcome()).contains(new JobOutcome.Done());
    }

    private JobToken last(JobToken group) {
        return bed.desk()
                .list(MiddlewareTestBed.ALICE, JobFilter.ofGroup(group), 0, 1)
                .get(0)
                .token();
    }

    private static JobRequest job(StagingStep step) {
        return JobRequests.request(List.of(step), List.of());
    }
}

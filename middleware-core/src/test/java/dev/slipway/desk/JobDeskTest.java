package dev.slipway.desk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.audit.AuditDesk;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.RunLimits;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class JobDeskTest {
    MiddlewareTestBed bed;
    JobDesk desk;

    @BeforeAll
    void start(@TempDir Path folder) {
        bed = new MiddlewareTestBed(folder);
        desk = bed.desk();
    }

    @AfterAll
    void stop() {
        bed.close();
    }

    /** Finds the calls by reflection, so that the test includes every new call of a desk. */
    @Test
    void says_the_same_of_a_foreign_job_and_of_none() {
        JobToken foreign = bed.submit(JobRequests.small());
        JobToken none = JobToken.random(new SecureRandom());

        List<Method> calls = Stream.of(JobDesk.class, AuditDesk.class)
                .flatMap(door -> Stream.of(door.getMethods()))
                .filter(call -> Arrays.toString(call.getGenericParameterTypes()).contains(JobToken.class.getName()))
                .toList();

        assertThat(calls).extracting(Method::getName).contains("status", "cancel", "retry", "export", "verify");
        for (Method call : calls) {
            for (JobToken token : List.of(foreign, none)) {
                assertThat(answer(call, token))
                        .as(call + " of " + token)
                        .isEqualTo(JobDesk.unknown().problem());
            }
        }
    }

    private Problem answer(Method call, JobToken token) {
        Object door = call.getDeclaringClass() == JobDesk.class ? desk : bed.middleware.audit();
        Object[] arguments = Stream.of(call.getParameterTypes())
                .map(type -> argument(type, token))
                .toArray();
        try {
            throw new AssertionError(call + " gives " + call.invoke(door, arguments));
        } catch (InvocationTargetException e) {
            assertThat(e.getCause()).as(call.toString()).isInstanceOf(ProblemException.class);
            return ((ProblemException) e.getCause()).problem();
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static Object argument(Class<?> type, JobToken token) {
        Map<Class<?>, Object> arguments = Map.of(
                Caller.class,
                MiddlewareTestBed.BOB,
                JobToken.class,
                token,
                Optional.class,
                Optional.of(token),
                String.class,
                "pnl",
                OutputChunk.Stream.class,
                OutputChunk.Stream.STDOUT,
                int.class,
                1,
                long.class,
                0L);
        return Optional.ofNullable(arguments.get(type))
                .orElseThrow(() -> new AssertionError("say here what to give for a " + type));
    }

    @Test
    void gives_the_same_token_for_the_same_submission() {
        JobRequest request = JobRequests.withSid(JobRequests.small(), "sid-1");

        JobToken first = desk.submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(request, "<a/>"));
        JobToken again = desk.submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(request, "<a/>"));
        JobToken others = desk.submit(MiddlewareTestBed.BOB, MiddlewareTestBed.submission(request, "<a/>"));

        assertThat(again).isEqualTo(first);
        assertThat(others).isNotEqualTo(first);
        assertThat(problem(() -> desk.submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(request, "<b/>")))
                        .code())
                .isEqualTo(ProblemCode.SUBMISSION_CONFLICT);
    }

    @Test
    void takes_jobs_from_users_and_operators_only() {
        Caller nobody = new Caller("nils", Set.of(), "local");

        assertThat(desk.submit(MiddlewareTestBed.OPERATOR, MiddlewareTestBed.submission(JobRequests.small(), "<a/>")))
                .isNotNull();
        for (Caller caller : List.of(MiddlewareTestBed.AUDITOR, nobody)) {
            Problem refusal =
                    problem(() -> desk.submit(caller, MiddlewareTestBed.submission(JobRequests.small(), "<a/>")));
            assertThat(refusal.code()).isEqualTo(ProblemCode.NOT_AUTHORISED);
            assertThat(refusal.message()).contains(caller.user());
            assertThat(desk.list(MiddlewareTestBed.OPERATOR, 0, 1000))
                    .noneMatch(job -> job.owner().equals(caller.user()));
        }
    }

    @Test
    void keeps_the_document_and_the_history() {
        JobToken token =
                desk.submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(JobRequests.small(), "<document/>"));

        assertThat(new String(desk.document(MiddlewareTestBed.OPERATOR, token), StandardCharsets.UTF_8))
                .isEqualTo("<document/>");
        assertThat(desk.history(MiddlewareTestBed.ALICE, token).get(0).event()).isEqualTo("ACCEPTED");
        assertThat(desk.history(MiddlewareTestBed.ALICE, token).get(0).text())
                .contains("alice")
                .contains("10.0.0.1");
    }

    @Test
    void lists_and_counts_what_the_caller_may_see() {
        Caller carol = new Caller("carol", Set.of(Caller.Role.USER), "local");
        JobToken token = desk.submit(carol, MiddlewareTestBed.submission(JobRequests.small(), "<c/>"));

        assertThat(desk.list(carol, 0, 10)).singleElement().satisfies(job -> {
            assertThat(job.token()).isEqualTo(token);
            assertThat(job.name()).isEqualTo("equity-desk-var");
        });
        assertThat(desk.count(carol)).isEqualTo(1);
        assertThat(desk.count(MiddlewareTestBed.AUDITOR)).isGreaterThanOrEqualTo(1);
        assertThat(desk.list(carol, 1, 10)).isEmpty();
        assertThat(desk.tally(carol, JobFilter.ALL)).singleElement().satisfies(alike -> assertThat(alike.jobs())
                .isEqualTo(1));
        assertThat(desk.tally(carol, JobFilter.ALL.of("alice"))).isEmpty();
    }

    @Test
    void refuses_what_no_partition_can_run() {
        LaunchRequest launch = JobRequests.launch(2);
        LaunchRequest elsewhere = new LaunchRequest(
                launch.application(),
                Optional.of("moon"),
                launch.stdout(),
                launch.stderr(),
                Optional.empty(),
                RunLimits.NONE);

        assertThat(problem(() -> submit(JobRequests.with(JobRequests.small(), elsewhere))))
                .satisfies(problem -> {
                    assertThat(problem.code()).isEqualTo(ProblemCode.PARTITION_UNKNOWN);
                    assertThat(problem.detail()).contains("local");
                });
        assertThat(problem(() -> submit(JobRequests.with(JobRequests.small(), JobRequests.launch(3))))
                        .code())
                .isEqualTo(ProblemCode.TOO_MANY_PROCESSES);
    }

    @Test
    void knows_no_result_that_was_not_kept() {
        JobToken token = bed.submit(JobRequests.small());

        assertThat(problem(() -> desk.openResult(MiddlewareTestBed.ALICE, token, "../../etc/passwd"))
                        .code())
                .isEqualTo(ProblemCode.RESULT_UNKNOWN);
    }

    private JobToken submit(JobRequest request) {
        return desk.submit(MiddlewareTestBed.ALICE, MiddlewareTestBed.submission(request, "<x/>"));
    }

    private static Problem problem(ThrowingCallable call) {
        Problem[] caught = new Problem[1];
        assertThatThrownBy(call).isInstanceOfSatisfying(ProblemException.class, e -> caught[0] = e.problem());
        return caught[0];
    }
}

package dev.slipway.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.form.JobForm;
import dev.slipway.form.StepKind;
import dev.slipway.request.Credential;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.web.jobs.RequestDifferences.Difference;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RequestDifferencesTest {
    private static final StagingStep PRICES = extract("SELECT 1");

    @Test
    void equal_requests_have_no_differences() {
        assertThat(RequestDifferences.of(request(4, "a", PRICES), request(4, "a", PRICES)))
                .isEmpty();
    }

    @Test
    void each_part_that_differs_is_named() {
        List<Difference> found =
                RequestDifferences.of(request(4, "a", PRICES), request(8, "b", extract("SELECT 2"), fetch("one")));

        assertThat(found)
                .contains(
                        new Difference("JOB", "", "label.processes", "4", "8"),
                        new Difference("JOB", "2", "label.arguments", "a", "b"),
                        new Difference("IN", "prices", "label.statement", "SELECT 1", "SELECT 2"),
                        new Difference("IN", "curve", "steps.kind", "", "ssh-fetch"),
                        new Difference("IN", "curve", "label.remotePath", "", "/curve.csv"))
                .noneMatch(each -> each.of().equals("RESULT") || each.label().equals("label.wallTime"));
    }

    @Test
    void a_sealed_password_is_never_shown() {
        assertThat(RequestDifferences.of(request(1, "a", fetch("sealed-one")), request(1, "a", fetch("sealed-two"))))
                .isEmpty();
        assertThat(RequestDifferences.of(request(1, "a", fetch("sealed-one")), request(1, "a")))
                .isNotEmpty()
                .noneMatch(each -> (each.a() + each.b()).contains("sealed-"));
    }

    @Test
    void there_is_a_word_for_every_part_of_a_request() {
        Stream<String> ofSteps = Arrays.stream(StepKind.values())
                .flatMap(kind -> kind.fields().stream())
                .map(field -> field.name())
                .filter(field -> !List.of("name", "sealed", "sha256").contains(field));
        Stream<String> ofJobs = JobForm.FIELDS.stream().map(field -> field.name());
        Stream<String> ofResults = JobForm.RESULT_FIELDS.stream().map(field -> field.name());

        assertThat(Stream.of(ofSteps, ofJobs, ofResults).flatMap(each -> each).map("label."::concat))
                .allMatch(ResourceBundle.getBundle("dev.slipway.web.messages.wizard")::containsKey);
    }

    private static StagingStep extract(String statement) {
        return new SqlExtract(
                new StepHead.In("prices", 1, new RunPath("prices.csv")), "market", statement, Optional.empty());
    }

    private static StagingStep fetch(String sealed) {
        return new SshFetch(
                new StepHead.In("curve", 1, new RunPath("curve.csv")),
                "archive",
                "/curve.csv",
                Optional.of(new Credential("quant", sealed)),
                Optional.empty(),
                false);
    }

    private static JobRequest request(int processes, String argument, StagingStep... steps) {
        LaunchRequest launch = new LaunchRequest(
                MpiProgram.of("var-mc", List.of("--seed", argument), Map.of("OMP_NUM_THREADS", "1"), processes),
                Optional.of("local"),
                new RunPath("stdout.txt"),
                new RunPath("stderr.txt"),
                Optional.of(Duration.ofMinutes(5)),
                RunLimits.NONE);
        return new JobRequest(
                "var",
                Optional.empty(),
                Optional.empty(),
                launch,
                List.of(steps),
                List.of(),
                List.of(new ResultFile("pnl", new RunPath("pnl.csv"), ResultFile.Role.PNL_DISTRIBUTION)),
                Map.of(),
                List.of());
    }
}

package dev.slipway.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.Credential;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RequestTextTest {
    private static final StagingStep PRICES = extract("SELECT 1");

    @Test
    void equal_requests_have_no_differences() {
        assertThat(RequestText.differences(request(4, "a", PRICES), request(4, "a", PRICES)))
                .isEmpty();
    }

    @Test
    void each_part_that_differs_is_named() {
        List<ComparisonView.Difference> found = RequestText.differences(
                request(4, "a", PRICES), request(8, "b", extract("SELECT 2"), fetch("sealed-one")));

        assertThat(found).contains(new ComparisonView.Difference("JOB", "", "processes", "4", "8"));
        assertThat(found).contains(new ComparisonView.Difference("JOB", "2", "argument", "a", "b"));
        assertThat(found).contains(new ComparisonView.Difference("IN", "prices", "statement", "SELECT 1", "SELECT 2"));
        assertThat(found).contains(new ComparisonView.Difference("IN", "curve", "kind", "", "ssh fetch"));
        assertThat(found).contains(new ComparisonView.Difference("IN", "curve", "remotePath", "", "/curve.csv"));
        assertThat(found)
                .noneMatch(each -> each.of().equals("RESULT") || each.part().equals("wallTime"));
        assertThat(new ComparisonView.Difference("IN", "", "remotePath", "", "").words())
                .isEqualTo("remote path");
    }

    @Test
    void a_sealed_password_is_never_shown() {
        assertThat(RequestText.of(request(1, "a", fetch("sealed-one"))).values())
                .contains("quant with a sealed password")
                .noneMatch(text -> text.contains("sealed-one"));
    }

    private static StagingStep extract(String statement) {
        return new SqlExtract(
                "prices",
                1,
                "market",
                statement,
                Optional.empty(),
                new RunPath("prices.csv"),
                CreationFlag.OVERWRITE,
                Compression.NONE);
    }

    private static StagingStep fetch(String sealed) {
        return new SshFetch(
                "curve",
                1,
                "archive",
                "/curve.csv",
                new RunPath("curve.csv"),
                CreationFlag.OVERWRITE,
                Compression.NONE,
                Optional.of(new Credential("quant", sealed)),
                Optional.empty(),
                false);
    }

    private static JobRequest request(int processes, String argument, StagingStep... steps) {
        LaunchRequest launch = new LaunchRequest(
                "var-mc",
                List.of("--seed", argument),
                Map.of("OMP_NUM_THREADS", "1"),
                Optional.of("local"),
                processes,
                new RunPath("stdout.txt"),
                new RunPath("stderr.txt"),
                Optional.of(Duration.ofMinutes(5)));
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

package dev.slipway.journal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.desk.JobDesk;
import dev.slipway.desk.JobSummary;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.ledger.KeptHeads;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import dev.slipway.testbed.ScriptedGateway;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that a job with a record that was damaged while the service was down stays unchanged, and that all other jobs
 * go on.
 */
class DamagedJournalTest {
    @AutoClose
    private MiddlewareTestBed bed;

    private JobToken damaged;

    @BeforeEach
    void stop_in_the_middle_of_a_job(@TempDir Path folder) throws Exception {
        bed = new MiddlewareTestBed(folder);
        bed.launcher.endAtOnce();
        ScriptedGateway.Gate gate = bed.gateway.hold("held");
        damaged = bed.submit(JobRequests.request(List.of(JobRequests.extract("held", 1)), List.of()));
        gate.awaitEntered();
        bed.middleware.close();
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
                    a changed payload   | UPDATE slipway.job_event SET payload = concat(payload, ' ') \
                    WHERE sequence = 2 AND token = ? | event 2 does not match its hash
                    no first event      | DELETE FROM slipway.job_event WHERE sequence = 1 AND token = ?              \
                    | event 1 is missing
                    no events at all    | DELETE FROM slipway.job_event WHERE token = ?                               \
                    | its last is another
                    no last event       | DELETE FROM slipway.job_event WHERE sequence = 3 AND token = ?              \
                    | its last is another
                    another kind        | UPDATE slipway.job_event SET event = 'EXPLODED' WHERE sequence = 3 \
                    AND token = ? | event 3 does not match its hash
                    a row set back      | UPDATE slipway.job SET state = 'READY', version = 2 WHERE token = ?         \
                    | its row is of event 2
                    """)
    void leaves_out_the_damaged_job_and_goes_on_with_all_others(String what, String sql, String finding)
            throws Exception {
        Tampering.with(bed.dataSource, sql, damaged.value());

        assertLeftOut(finding);
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "STEP_INTENDED | {no json | event 3 (STEP_INTENDED) cannot be read",
                "STEP_MOVED    | {}       | event 3 (STEP_MOVED) cannot be read",
                "EXPLODED      | {}       | event 3 (EXPLODED) cannot be read",
                "RELEASED      | {\"by\":\"alice\",\"from\":\"local\"} | the job is not held"
            })
    void leaves_out_a_job_whose_hashes_hold_but_whose_events_make_no_sense(String event, String payload, String finding)
            throws Exception {
        Tampering.rewriteLast(bed.dataSource, damaged, event, payload);

        assertLeftOut(finding);
    }

    private void assertLeftOut(String finding) throws Exception {
        List<String> stored = stored();
        bed.start();
        JobToken other = bed.submit(JobRequests.small());
        bed.untilClosed(other);

        assertThatThrownBy(() -> bed.status(damaged)).isInstanceOfSatisfying(ProblemException.class, e -> {
            assertThat(e.problem().code()).isEqualTo(ProblemCode.JOURNAL_CORRUPT);
            assertThat(e.problem().message()).contains(damaged.value()).contains(finding);
            assertThat(e.problem().remedy().shell()).contains("slipway audit verify");
        });
        assertThatThrownBy(() -> bed.desk().status(MiddlewareTestBed.BOB, damaged))
                .isInstanceOfSatisfying(ProblemException.class, e -> assertThat(e.problem())
                        .isEqualTo(JobDesk.unknown().problem()));
        assertThat(bed.desk().list(MiddlewareTestBed.ALICE, 0, 10))
                .filteredOn(job -> job.standing().blocked())
                .extracting(JobSummary::token)
                .containsExactly(damaged);
        assertThat(stored()).isEqualTo(stored);
        assertThat(new JournalAudit(bed.dataSource, KeptHeads.NONE, bed.clock, Duration.ofMinutes(10))
                        .verify()
                        .findings())
                .isNotEmpty()
                .allMatch(line -> line.startsWith("job " + damaged + ": "));
    }

    @Test
    void keeps_a_job_that_is_damaged_while_it_waits_from_its_turn(@TempDir Path own) throws Exception {
        try (MiddlewareTestBed narrow = new MiddlewareTestBed(own, 2, 1)) {
            narrow.launcher.endAtOnce();
            ScriptedGateway.Gate gate = narrow.gateway.hold("held");
            narrow.submit(JobRequests.request(List.of(JobRequests.extract("held", 1)), List.of()));
            gate.awaitEntered();
            JobToken waiting = narrow.submit(JobRequests.small());
            JobToken next = narrow.submit(JobRequests.small());
            narrow.middleware.close();
            Tampering.with(
                    narrow.dataSource,
                    "UPDATE slipway.job_event SET payload = payload || ' ' WHERE token = ?",
                    waiting.value());
            narrow.start();
            gate.open();

            narrow.untilClosed(next);

            assertThat(narrow.desk().list(MiddlewareTestBed.ALICE, 0, 10))
                    .filteredOn(job -> job.token().equals(waiting))
                    .singleElement()
                    .satisfies(job -> {
                        assertThat(job.state()).isEqualTo(JobState.QUEUED);
                        assertThat(job.standing().blocked()).isTrue();
                    });
        }
    }

    private List<String> stored() throws Exception {
        return Tampering.read(
                bed.dataSource,
                "SELECT sequence || event || payload || hash FROM slipway.job_event WHERE token = '" + damaged
                        + "' ORDER BY sequence");
    }
}

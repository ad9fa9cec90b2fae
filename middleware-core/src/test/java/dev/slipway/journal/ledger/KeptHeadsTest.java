package dev.slipway.journal.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.job.JobToken;
import dev.slipway.journal.store.JournalAudit;
import dev.slipway.journal.store.Tampering;
import dev.slipway.testbed.JobRequests;
import dev.slipway.testbed.MiddlewareTestBed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests an attacker who can write the whole store and compute all hashes. The heads that are kept outside of the store
 * show the attack.
 */
class KeptHeadsTest {
    @AutoClose
    private MiddlewareTestBed bed;

    private JobToken token;

    @BeforeEach
    void close_a_job_and_cover_it(@TempDir Path folder) throws Exception {
        bed = new MiddlewareTestBed(folder);
        token = bed.submit(JobRequests.small());
        bed.desk().cancel(MiddlewareTestBed.ALICE, token);
        bed.untilClosed(token);
        bed.restart();
    }

    private List<String> findings() {
        return bed.middleware
                .audit()
                .verify(MiddlewareTestBed.AUDITOR, Optional.empty())
                .findings();
    }

    @Test
    void each_checkpoint_is_kept_and_a_sound_ledger_agrees_with_all() {
        assertThat(bed.heads.read().heads()).isNotEmpty().allMatch(head -> head.hash()
                .matches("[0-9a-f]{64}"));
        assertThat(findings()).isEmpty();
    }

    @Test
    void a_ledger_whose_hashes_were_all_computed_anew_is_found_out_by_the_kept_heads_alone() throws Exception {
        Tampering.rewriteLedger(bed.dataSource, "mallory");

        assertThat(new JournalAudit(bed.dataSource, KeptHeads.NONE, bed.clock, Duration.ofMinutes(10))
                        .verify()
                        .findings())
                .as("without them")
                .isEmpty();
        assertThat(findings())
                .hasSameSizeAs(bed.heads.read().heads())
                .allMatch(line -> line.contains(
                        "has another hash than the one that is kept outside of the store: the ledger was rewritten"));
        assertThat(bed.middleware
                        .audit()
                        .verify(MiddlewareTestBed.AUDITOR, Optional.of(token))
                        .findings())
                .hasSize(1);
    }

    @Test
    void a_ledger_that_was_set_back_is_found_out_too() throws Exception {
        Tampering.with(bed.dataSource, "DELETE FROM slipway.operation");
        Tampering.with(bed.dataSource, "UPDATE slipway.operation_head SET sequence = 0, hash = repeat('0', 64)");

        assertThat(findings()).anyMatch(line -> line.contains("is kept outside of the store and is missing"));
    }

    private List<String> findingsOfTheJob() {
        return bed.middleware
                .audit()
                .verify(MiddlewareTestBed.AUDITOR, Optional.of(token))
                .findings();
    }

    @Test
    void a_checkpoint_that_is_not_kept_is_found_at_one_job_once_it_should_be() {
        bed.heads.loseNewest();
        assertThat(findingsOfTheJob()).as("it may be kept in a moment").isEmpty();

        bed.clock.advance(Duration.ofMinutes(11));
        assertThat(findingsOfTheJob())
                .singleElement()
                .asString()
                .contains("is not kept outside of the store, nor is one after it");
    }

    @Test
    void a_checkpoint_that_is_not_kept_is_proven_at_one_job_by_the_next_one_that_is() throws Exception {
        bed.heads.loseNewest();
        bed.middleware.audit().export(MiddlewareTestBed.ALICE, bed.submit(JobRequests.small()));
        bed.clock.advance(Duration.ofMinutes(11));
        assertThat(findingsOfTheJob()).isEmpty();

        Tampering.rewriteLedger(bed.dataSource, "mallory");
        assertThat(findingsOfTheJob()).singleElement().asString().contains("the ledger does not lead from it");
    }
}

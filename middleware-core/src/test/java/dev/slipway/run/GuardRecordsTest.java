package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.effect.Witness;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardRecordsTest {
    @TempDir
    Path scratch;

    @Test
    void takes_no_time_from_a_record_with_which_nothing_can_count() throws Exception {
        RunFolders folders = new RunFolders(scratch.resolve("scratch"), Optional.empty(), Witness.NONE);
        folders.prepare();
        RunFolder folder = folders.create("abc");
        Files.writeString(folder.root().resolve("started.json"), "{\"started_ms\": -9000000000000000000}");
        Files.writeString(folder.root().resolve("ended.json"), "{\"ended_ms\": 9000000000000000000}");

        RunReport report =
                GuardRecords.ended(folder.root(), folder).orElseThrow().report();

        assertThat(report.started()).isEqualTo(Instant.EPOCH);
        assertThat(report.ended()).isEqualTo("9999-12-31T23:59:59Z");
        assertThat(Duration.between(report.started(), report.ended()).toMillis())
                .isPositive();
    }

    @Test
    void a_host_has_ended_a_run_once_all_of_its_guards_have_recorded_that_no_process_is_left() throws Exception {
        assertThat(GuardRecords.endedOn("node1", scratch)).isFalse();
        Path first = Files.createDirectories(scratch.resolve("hosts/node1.0"));
        Files.createDirectories(scratch.resolve("hosts/node1.example.0"));
        assertThat(GuardRecords.endedOn("node1", scratch)).isFalse();

        Files.writeString(first.resolve("ended.json"), "{\"survivors\": 0}");
        assertThat(GuardRecords.endedOn("node1", scratch)).isTrue();
        assertThat(GuardRecords.endedOn("node1.example", scratch)).isFalse();
        assertThat(GuardRecords.endedOn("node2", scratch)).isFalse();

        Path second = Files.createDirectories(scratch.resolve("hosts/node1.1"));
        assertThat(GuardRecords.endedOn("node1", scratch)).isFalse();
        Files.writeString(second.resolve("ended.json"), "{\"survivors\": 2}");
        assertThat(GuardRecords.endedOn("node1", scratch)).isFalse();
    }
}

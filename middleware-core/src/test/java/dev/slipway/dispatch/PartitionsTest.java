package dev.slipway.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.request.LaunchRequest;
import dev.slipway.request.RunLimits;
import dev.slipway.run.DocumentVariables;
import dev.slipway.run.Partition;
import dev.slipway.testbed.JobRequests;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PartitionsTest {
    private static final Partitions PARTITIONS = new Partitions(List.of(
            new Partition("bound", 4, Duration.ofHours(1), DocumentVariables.USUAL, 1L << 30),
            new Partition("free", 4, Duration.ofHours(1))));

    private static LaunchRequest asks(Optional<Long> memory) {
        return JobRequests.small().launch().within(new RunLimits(memory, Optional.empty(), Optional.empty()));
    }

    @Test
    void a_run_has_the_memory_of_its_slots_where_its_document_asks_for_no_less() {
        long slots = JobRequests.small().launch().processes() * (1L << 30);

        assertThat(PARTITIONS.memory("bound", asks(Optional.empty()))).contains(slots);
        assertThat(PARTITIONS.memory("bound", asks(Optional.of(slots + 1)))).contains(slots);
        assertThat(PARTITIONS.memory("bound", asks(Optional.of(1000L)))).contains(1000L);
        assertThat(PARTITIONS.memory("free", asks(Optional.of(1000L)))).contains(1000L);
        assertThat(PARTITIONS.memory("free", asks(Optional.empty()))).isEmpty();
    }

    @Test
    void whose_limit_on_memory_holds_is_told() {
        assertThat(PARTITIONS.memoryLimit("bound", asks(Optional.of(2048L)))).contains("2 KiB by the document");
        assertThat(PARTITIONS.memoryLimit("bound", asks(Optional.empty())).orElseThrow())
                .endsWith(" by partition bound");
    }
}

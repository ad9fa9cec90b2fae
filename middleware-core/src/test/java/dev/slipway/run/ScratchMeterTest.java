package dev.slipway.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ScratchMeterTest {
    private static final int MEGABYTE = 1 << 20;

    @TempDir
    Path scratch;

    @Test
    void counts_what_is_allocated_and_each_file_once() throws Exception {
        Files.write(scratch.resolve("a"), new byte[3 * MEGABYTE]);
        Files.createLink(scratch.resolve("a-again"), scratch.resolve("a"));

        assertThat(new ScratchMeter(scratch, Duration.ofHours(1)).bytes())
                .isBetween(3L * MEGABYTE, 3L * MEGABYTE + 100_000);
    }

    @Test
    @Timeout(300)
    void answers_by_the_last_measure_until_a_new_one_is_done() throws Exception {
        ScratchMeter lasting = new ScratchMeter(scratch, Duration.ofHours(1));
        ScratchMeter quick = new ScratchMeter(scratch, Duration.ofNanos(1));
        long before = lasting.bytes();
        long quickBefore = quick.bytes();

        Files.write(scratch.resolve("a"), new byte[MEGABYTE]);

        assertThat(lasting.bytes()).isEqualTo(before);
        while (quick.bytes() < quickBefore + MEGABYTE) {
            Thread.onSpinWait();
        }
    }
}

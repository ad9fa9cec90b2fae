package dev.slipway.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tries 1,000 damaged documents and as many damaged requests, others each day; {@code ./slipway bench fuzz} is the
 * whole benchmark.
 */
class FuzzIT {
    private static final int SAMPLES = 1_000;

    /** Longer than the second that the benchmark allows, because tests of other modules run beside. */
    private static final Duration LONGEST = Duration.ofSeconds(3);

    private static final Path ROOT = Path.of(System.getProperty("slipway.root"));

    private static FuzzService service;

    @BeforeAll
    static void start() throws Exception {
        service = FuzzService.start(ROOT);
    }

    @AfterAll
    static void stop() throws Exception {
        service.close();
    }

    @Test
    void damaged_input_gets_an_honest_answer() throws Exception {
        long seed = LocalDate.now(Clock.systemUTC()).toEpochDay();
        Fuzz fuzz = new Fuzz(service.service(), LONGEST, Path.of("target/fuzz").toAbsolutePath(), service.secrets());

        fuzz.run(ROOT, seed, 0, SAMPLES / 2);
        double before = service.service().heapMegabytes();
        fuzz.run(ROOT, seed, SAMPLES / 2, SAMPLES);

        assertThat(fuzz.findings()).as("with seed %d", seed).isEmpty();
        assertThat(fuzz.cases()).isEqualTo(2 * SAMPLES);
        assertThat(service.service().heapMegabytes() - before).isLessThan(16);
        assertThat(service.service().isAlive()).isTrue();
        assertThat(service.service().log()).doesNotContain("OutOfMemoryError", "internal error");
    }
}

package dev.slipway.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Measures scratch space with {@code du}, which counts allocated blocks, follows no link and survives files that vanish
 * meanwhile. A measurement is used for at least some seconds and for twenty times as long as it took, so measuring
 * takes at most a twentieth of one processor.
 */
public final class ScratchMeter implements ScratchUse {
    private static final Logger LOG = LoggerFactory.getLogger(ScratchMeter.class);
    private static final int USED_TIMES_COST = 20;

    private final Path scratch;
    private final Duration leastUse;
    private long bytes;
    private long nextAt;
    private boolean measured;
    private boolean measuring;

    /** @param leastUse the shortest time for which a measurement is used */
    public ScratchMeter(Path scratch, Duration leastUse) {
        this.scratch = scratch;
        this.leastUse = leastUse;
    }

    @Override
    public synchronized long bytes() {
        if (!measured) {
            take(measure());
        } else if (!measuring && System.nanoTime() - nextAt >= 0) {
            measuring = true;
            Thread thread = new Thread(() -> take(measure()), "slipway-scratch-use");
            thread.setDaemon(true);
            thread.start();
        }
        return bytes;
    }

    private record Measure(long bytes, long nanos) {}

    private Measure measure() {
        long begun = System.nanoTime();
        long now = -1;
        try {
            now = parse(SystemCommand.run(List.of("du", "-s", "-x", "--block-size=1", scratch.toString()), true));
        } catch (IOException e) {
            LOG.warn("cannot measure the scratch space: {}", e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new Measure(now, System.nanoTime() - begun);
    }

    /** Parses {@code BYTES<tab>PATH}, after lines about folders that du could not read. */
    private static long parse(String words) throws IOException {
        String line = words.substring(words.lastIndexOf('\n', words.length() - 2) + 1);
        try {
            return Long.parseLong(line.split("\t", 2)[0]);
        } catch (NumberFormatException e) {
            throw new IOException("du said: " + line.strip(), e);
        }
    }

    private synchronized void take(Measure measure) {
        if (measure.bytes() >= 0) {
            bytes = measure.bytes();
            measured = true;
        }
        measuring = false;
        nextAt = System.nanoTime() + Math.max(leastUse.toNanos(), USED_TIMES_COST * measure.nanos());
    }
}

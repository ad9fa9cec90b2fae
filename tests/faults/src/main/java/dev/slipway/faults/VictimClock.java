package dev.slipway.faults;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The clock of a victim, which is ahead of the clock of all hosts by the seconds in a file. */
final class VictimClock extends Clock {
    private final Path file;
    private volatile Duration ahead;

    VictimClock(Path file) {
        this.file = file;
        read();
    }

    /** Takes the seconds that are in the file now. Without a file, the clock is that of the hosts. */
    void read() {
        try {
            ahead = Duration.ofSeconds(Long.parseLong(Files.readString(file).strip()));
        } catch (NoSuchFileException e) {
            ahead = Duration.ZERO;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public Instant instant() {
        return Instant.now().plus(ahead);
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("the service counts in universal time");
    }
}

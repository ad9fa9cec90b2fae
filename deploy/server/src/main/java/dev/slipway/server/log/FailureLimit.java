package dev.slipway.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/**
 * Bounds what one kind of failure writes to the log, so that nobody fills a disk, or pushes all else out of the log, by
 * failing again and again. The first {@link #WHOLE} failures of a kind are written as they come; those that follow are
 * counted, and one line a minute tells how many there were. A kind that was silent for {@link #SILENCE} begins anew.
 */
public final class FailureLimit extends TurboFilter {
    static final int WHOLE = 20;
    static final Duration SILENCE = Duration.ofMinutes(10);

    /** Kinds that are remembered; a program has far fewer places that fail. */
    private static final int KINDS = 1_000;

    private static final String OURS = "dev.slipway.";
    private static final Marker COUNT = MarkerFactory.getMarker("COUNT");

    private final Clock clock;
    private final Map<Kind, Count> counts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Kind, Count> eldest) {
            return size() > KINDS;
        }
    };
    private ScheduledFuture<?> telling;

    FailureLimit(Clock clock) {
        this.clock = clock;
    }

    /** Bounds the log of this process, unless that is done. */
    public static void install() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        if (context.getTurboFilterList().stream().noneMatch(FailureLimit.class::isInstance)) {
            FailureLimit limit = new FailureLimit(Clock.systemUTC());
            limit.setContext(context);
            limit.start();
            context.addTurboFilter(limit);
        }
    }

    /**
     * What two failures have in common that count as one kind.
     *
     * @param where the class of the exception and the place that threw it; without an exception our own message before
     *     its values are filled in. Others' messages come with their values, so that theirs count as one for each
     *     logger.
     */
    private record Kind(String logger, Level level, String where) {
        static Kind of(Logger logger, Level level, String format, Throwable thrown) {
            if (thrown != null) {
                StackTraceElement[] frames = thrown.getStackTrace();
                return new Kind(
                        logger.getName(),
                        level,
                        thrown.getClass().getName() + (frames.length == 0 ? "" : " at " + frames[0]));
            }
            return new Kind(logger.getName(), level, logger.getName().startsWith(OURS) ? format : "");
        }
    }

    private static final class Count {
        private int written;
        private long untold;
        private Instant last = Instant.MIN;
    }

    @Override
    public void start() {
        telling = getContext().getScheduledExecutorService().scheduleWithFixedDelay(this::tell, 1, 1, TimeUnit.MINUTES);
        super.start();
    }

    @Override
    public void stop() {
        telling.cancel(false);
        super.stop();
    }

    @Override
    public FilterReply decide(
            Marker marker, Logger logger, Level level, String format, Object[] values, Throwable thrown) {
        boolean isFailure = level.isGreaterOrEqual(Level.WARN) && (format != null || thrown != null);
        if (!isFailure || marker == COUNT || !level.isGreaterOrEqual(logger.getEffectiveLevel())) {
            return FilterReply.NEUTRAL;
        }
        return isWritten(Kind.of(logger, level, format, throwable(values, thrown)))
                ? FilterReply.NEUTRAL
                : FilterReply.DENY;
    }

    /** An exception that a message has no place for comes as the last of its values. */
    private static Throwable throwable(Object[] values, Throwable thrown) {
        boolean inValues = thrown == null && values != null && values.length > 0;
        return inValues && values[values.length - 1] instanceof Throwable last ? last : thrown;
    }

    private synchronized boolean isWritten(Kind kind) {
        Instant now = clock.instant();
        Count count = counts.computeIfAbsent(kind, first -> new Count());
        if (count.untold == 0 && count.last.isBefore(now.minus(SILENCE))) {
            count.written = 0;
        }
        count.last = now;
        if (count.written < WHOLE) {
            count.written++;
            return true;
        }
        count.untold++;
        return false;
    }

    /** Writes a line for each kind of which failures were counted since the last time. */
    void tell() {
        LoggerContext log = (LoggerContext) getContext();
        for (Told told : untold()) {
            log.getLogger(told.kind().logger())
                    .log(
                            COUNT,
                            FailureLimit.class.getName(),
                            Level.toLocationAwareLoggerInteger(told.kind().level()),
                            "{} more failures of a kind that is written above: {}",
                            new Object[] {told.count(), told.kind().where()},
                            null);
        }
    }

    private record Told(Kind kind, long count) {}

    private synchronized List<Told> untold() {
        List<Told> told = new ArrayList<>();
        counts.forEach((kind, count) -> {
            if (count.untold > 0) {
                told.add(new Told(kind, count.untold));
                count.untold = 0;
            }
        });
        return told;
    }
}

package dev.slipway.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import dev.slipway.problem.InternalProblem;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/**
 * Limits the lines of one kind of failure in the log, so that a repeated failure neither fills a disk nor pushes all
 * other lines out of the log. Of each kind {@link #WHOLE} failures are written at once, and as many again in each
 * {@link LineRateLimit#SPAN}. All others are counted, and one line a minute tells the count. A failure with a reference
 * always writes at least one line, because users report the reference.
 */
public final class FailureLimit extends TurboFilter {
    static final int WHOLE = 20;

    /** The most kinds that are remembered. A program has far fewer places that fail. */
    private static final int KINDS = 1_000;

    private static final String OURS = "dev.slipway.";
    static final Marker BOUNDED = MarkerFactory.getMarker("BOUNDED");

    private final Clock clock;
    private final Map<Kind, Count> counts = new NewestMap<>(KINDS);
    private ScheduledFuture<?> telling;

    FailureLimit(Clock clock) {
        this.clock = clock;
    }

    /** Installs the limit on the log of this process, unless already installed. */
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
     * Identifies the kind of a failure.
     *
     * @param where the class of the exception and the place that threw it; without an exception, the message of a
     *     logger of Slipway before its values are filled in. Messages of other libraries arrive with their values, so
     *     without an exception all of these count as one kind for each logger.
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
        private final LineRateLimit lines;
        private long untold;

        Count(LineRateLimit lines) {
            this.lines = lines;
        }
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
        if (!isFailure || marker == BOUNDED || !level.isGreaterOrEqual(logger.getEffectiveLevel())) {
            return FilterReply.NEUTRAL;
        }
        boolean isReferred = marker == InternalProblem.REFERRED;
        if (isWritten(Kind.of(logger, level, format, throwable(values, thrown)), isReferred)) {
            return FilterReply.NEUTRAL;
        }
        if (isReferred) {
            write(logger, level, format + " (others of its kind are written above in full)", withoutThrown(values));
        }
        return FilterReply.DENY;
    }

    private static Object[] withoutThrown(Object[] values) {
        return Stream.ofNullable(values)
                .flatMap(Arrays::stream)
                .filter(value -> !(value instanceof Throwable))
                .toArray();
    }

    private static void write(Logger logger, Level level, String format, Object... values) {
        int number = Level.toLocationAwareLoggerInteger(level);
        logger.log(BOUNDED, FailureLimit.class.getName(), number, format, values, null);
    }

    /** Returns the exception. An exception without a place in the message comes as the last of the values. */
    private static Throwable throwable(Object[] values, Throwable thrown) {
        boolean inValues = thrown == null && values != null && values.length > 0;
        return inValues && values[values.length - 1] instanceof Throwable last ? last : thrown;
    }

    /** @param isReferred whether the failure has a reference: then it gets a line of its own and is not counted */
    private synchronized boolean isWritten(Kind kind, boolean isReferred) {
        Instant now = clock.instant();
        Count count = counts.computeIfAbsent(kind, first -> new Count(new LineRateLimit(WHOLE, now)));
        boolean written = count.lines.take(now);
        if (!written && !isReferred) {
            count.untold++;
        }
        return written;
    }

    /** Writes a line for each kind of which failures were counted since the last time. */
    void tell() {
        LoggerContext log = (LoggerContext) getContext();
        for (Told told : untold()) {
            write(
                    log.getLogger(told.kind().logger()),
                    told.kind().level(),
                    "{} more failures of a kind that is written above: {}",
                    told.count(),
                    told.kind().where());
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

package dev.slipway.web.charts;

import dev.slipway.desk.status.JobStatus;
import dev.slipway.job.JobState;
import dev.slipway.web.Readable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws a job's phases as bars over time, in {@code viewBox} units.
 *
 * @param floor where the bars end and the time axis begins
 * @param total from acceptance to the last end, or to now
 */
public record Gantt(List<Row> rows, List<Tick> ticks, double floor, String total) {
    static final double LEFT = 150;
    static final double LENGTH = 520;
    private static final double MARGIN = 90;
    private static final double CHARACTER = 12;
    private static final double TOP = 8;
    private static final double ROW = 30;
    private static final long[] STEPS = {
        1,
        2,
        5,
        10,
        20,
        50,
        100,
        200,
        500,
        1000,
        2000,
        5000,
        10_000,
        15_000,
        30_000,
        60_000,
        120_000,
        300_000,
        600_000,
        900_000,
        1_800_000,
        3_600_000,
        7_200_000,
        14_400_000,
        21_600_000,
        43_200_000,
        86_400_000
    };

    /**
     * Describes one phase.
     *
     * @param y top of the row
     * @param open whether the phase goes on
     * @param label where the duration stands: after, inside or before the bar, depending on the room
     */
    public record Row(
            String state,
            double x,
            double y,
            double width,
            boolean open,
            String label,
            String lasted,
            Readable.Moment begun) {}

    /** Marks a point on the time axis, labelled with the time since acceptance. */
    public record Tick(double at, String label, boolean minor) {}

    /** Draws {@code phases}. A phase that goes on ends {@code now}. CLOSED lasts for ever and gets no bar. */
    public static Gantt of(List<JobStatus.Phase> phases, Instant now) {
        return of(phases, now, span(phases, now));
    }

    /**
     * Draws {@code phases} on a scale of {@code scale} milliseconds, so that the phases of other jobs fit on the scale
     * too.
     */
    public static Gantt of(List<JobStatus.Phase> phases, Instant now, long scale) {
        List<JobStatus.Phase> bars = bars(phases);
        if (bars.isEmpty()) {
            return new Gantt(List.of(), List.of(), TOP, Readable.duration(Duration.ZERO));
        }
        Instant start = bars.get(0).begun();
        Axis axis = new Axis(0, scale, LEFT, LENGTH);
        List<Row> rows = new ArrayList<>();
        for (JobStatus.Phase phase : bars) {
            rows.add(row(phase, rows.size(), start, now, axis));
        }
        return new Gantt(
                List.copyOf(rows),
                ticks(axis, scale),
                TOP + rows.size() * ROW,
                Readable.duration(Duration.ofMillis(span(phases, now))));
    }

    private static List<JobStatus.Phase> bars(List<JobStatus.Phase> phases) {
        return phases.stream().filter(phase -> phase.state() != JobState.CLOSED).toList();
    }

    /** Returns the milliseconds from the first begin to the last end, or to {@code now}; 1 at least. */
    public static long span(List<JobStatus.Phase> phases, Instant now) {
        List<JobStatus.Phase> bars = bars(phases);
        return bars.stream()
                .mapToLong(phase -> millis(bars.get(0).begun(), phase.ended().orElse(now)))
                .reduce(1, Math::max);
    }

    private static Row row(JobStatus.Phase phase, int index, Instant start, Instant now, Axis axis) {
        Instant end = phase.ended().orElse(now);
        double x = axis.at(millis(start, phase.begun()));
        double width = Math.max(2, Axis.rounded(axis.at(millis(start, end)) - x));
        String lasted = Readable.duration(Duration.ofMillis(millis(phase.begun(), end)));
        return new Row(
                phase.state().name(),
                x,
                TOP + index * ROW,
                width,
                phase.ended().isEmpty(),
                label(x, width, lasted),
                lasted,
                Readable.moment(phase.begun()));
    }

    private static String label(double x, double width, String text) {
        double needed = 20 + CHARACTER * text.length();
        if (x + width + needed <= LEFT + LENGTH + MARGIN) {
            return "after";
        }
        return width >= needed ? "inside" : "before";
    }

    private static List<Tick> ticks(Axis axis, long span) {
        long step = step(span);
        List<Tick> ticks = new ArrayList<>();
        for (long at = 0; at <= span; at += step) {
            String label = at == 0 ? "0" : label(at);
            ticks.add(new Tick(axis.at(at), label, ticks.size() % 2 != 0));
        }
        return List.copyOf(ticks);
    }

    private static String label(long millis) {
        String text = Readable.duration(Duration.ofMillis(millis));
        return text.replace(".0 s", " s");
    }

    /** Returns the smallest round step that gives at most six ticks after the first. */
    private static long step(long span) {
        for (long step : STEPS) {
            if (span / step <= 6) {
                return step;
            }
        }
        long day = STEPS[STEPS.length - 1];
        return day * ((span / day + 5) / 6);
    }

    /**
     * Returns the milliseconds between two times, never less than 0: after a clock was set back, a bar must not go to
     * the left.
     */
    private static long millis(Instant from, Instant to) {
        return Math.max(0, Duration.between(from, to).toMillis());
    }
}

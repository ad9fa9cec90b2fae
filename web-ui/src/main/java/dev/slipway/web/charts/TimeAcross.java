package dev.slipway.web.charts;

import dev.slipway.web.Readable;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/**
 * Points in time, in the words of one zone.
 *
 * @param from the second since 1970 from which the axis counts. {@link Scale} takes values for equal that differ by
 *     less than a billionth, which is almost two seconds for seconds since 1970.
 */
record TimeAcross(ZoneId zone, long from) implements Across {
    private static final int MOST = 6;
    private static final long DAY = 86_400;
    private static final long[] WITHIN_A_DAY = {1, 5, 15, 60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200};
    private static final long[] DAYS = {1, 2, 7, 14, 30, 91, 182, 365, 1826, 3652, 7305, 18_262};
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm");
    private static final DateTimeFormatter DAY_AND_TIME = DateTimeFormatter.ofPattern("MM-dd HH:mm");
    private static final DateTimeFormatter SECOND = DateTimeFormatter.ofPattern("HH:mm:ss");

    @Override
    public List<Axis.Tick> ticks(Scale scale) {
        double low = low(scale);
        double high = high(scale);
        for (long step : WITHIN_A_DAY) {
            if (high - low <= Math.min(MOST * step, 2 * DAY)) {
                return within(scale, step);
            }
        }
        for (long step : DAYS) {
            if (high - low <= MOST * step * DAY) {
                return days(scale, step);
            }
        }
        return List.of();
    }

    /** Places ticks at full steps of the day that is under way at the beginning. */
    private List<Axis.Tick> within(Scale scale, long step) {
        boolean oneDay = high(scale) - low(scale) <= DAY;
        DateTimeFormatter words = step < 60 ? SECOND : oneDay ? TIME : DAY_AND_TIME;
        ZonedDateTime midnight = at(low(scale)).toLocalDate().atStartOfDay(zone);
        List<Axis.Tick> ticks = new ArrayList<>();
        for (long at = midnight.toEpochSecond(); at <= high(scale); at += step) {
            if (at >= low(scale)) {
                ticks.add(tick(scale, at, words.format(at(at)), ticks.size()));
            }
        }
        return List.copyOf(ticks);
    }

    private List<Axis.Tick> days(Scale scale, long step) {
        List<Axis.Tick> ticks = new ArrayList<>();
        LocalDate day = at(low(scale)).toLocalDate();
        for (; day.atStartOfDay(zone).toEpochSecond() <= high(scale); day = day.plusDays(step)) {
            long at = day.atStartOfDay(zone).toEpochSecond();
            if (at >= low(scale)) {
                ticks.add(tick(scale, at, day.toString(), ticks.size()));
            }
        }
        return List.copyOf(ticks);
    }

    private Axis.Tick tick(Scale scale, long at, String words, int number) {
        return new Axis.Tick(scale.at(at - from), words, number % 2 != 0);
    }

    private double low(Scale scale) {
        return from + scale.axis().low();
    }

    private double high(Scale scale) {
        return from + scale.axis().high();
    }

    private ZonedDateTime at(double seconds) {
        return Instant.ofEpochSecond((long) seconds).atZone(zone);
    }

    @Override
    public String words(double value) {
        return Readable.moment(Instant.ofEpochSecond(from + (long) value)).text();
    }
}

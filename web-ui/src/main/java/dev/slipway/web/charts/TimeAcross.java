package dev.slipway.web.charts;

import dev.slipway.web.Readable;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** Points in time, in seconds since 1970, in the words of one zone. */
record TimeAcross(ZoneId zone) implements Across {
    private static final int MOST = 6;
    private static final long DAY = 86_400;
    private static final long[] WITHIN_A_DAY = {1, 5, 15, 60, 300, 900, 1800, 3600, 10_800, 21_600, 43_200};
    private static final long[] DAYS = {1, 2, 7, 14, 30, 91, 182, 365, 1826, 3652, 7305, 18_262};
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm");
    private static final DateTimeFormatter DAY_AND_TIME = DateTimeFormatter.ofPattern("MM-dd HH:mm");
    private static final DateTimeFormatter SECOND = DateTimeFormatter.ofPattern("HH:mm:ss");

    @Override
    public List<Axis.Tick> ticks(Scale scale) {
        double low = scale.axis().low();
        double high = scale.axis().high();
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
        boolean oneDay = scale.axis().high() - scale.axis().low() <= DAY;
        DateTimeFormatter words = step < 60 ? SECOND : oneDay ? TIME : DAY_AND_TIME;
        ZonedDateTime midnight = at(scale.axis().low()).toLocalDate().atStartOfDay(zone);
        List<Axis.Tick> ticks = new ArrayList<>();
        for (long at = midnight.toEpochSecond(); at <= scale.axis().high(); at += step) {
            if (at >= scale.axis().low()) {
                ticks.add(tick(scale, at, words.format(at(at)), ticks.size()));
            }
        }
        return List.copyOf(ticks);
    }

    private List<Axis.Tick> days(Scale scale, long step) {
        List<Axis.Tick> ticks = new ArrayList<>();
        LocalDate day = at(scale.axis().low()).toLocalDate();
        for (; day.atStartOfDay(zone).toEpochSecond() <= scale.axis().high(); day = day.plusDays(step)) {
            long at = day.atStartOfDay(zone).toEpochSecond();
            if (at >= scale.axis().low()) {
                ticks.add(tick(scale, at, day.toString(), ticks.size()));
            }
        }
        return List.copyOf(ticks);
    }

    private static Axis.Tick tick(Scale scale, long at, String words, int number) {
        return new Axis.Tick(scale.at(at), words, number % 2 != 0);
    }

    private ZonedDateTime at(double seconds) {
        return Instant.ofEpochSecond((long) seconds).atZone(zone);
    }

    @Override
    public String words(double value) {
        return Readable.moment(Instant.EPOCH.plus(Duration.ofSeconds((long) value)))
                .text();
    }
}

package dev.slipway.schedule;

import java.util.Map;

/**
 * A request for a new schedule.
 *
 * @param template the id of the template, which may be removed by now
 * @param version the version of the template that the owner has seen; no other version is run
 * @param values the values of the template's blanks; a date given as <code>today</code> is computed anew for each
 *     firing
 * @param alone whether a firing is skipped while the job of an earlier firing is open
 */
public record NewSchedule(String template, int version, Map<String, String> values, Trigger trigger, boolean alone) {
    public NewSchedule {
        values = Map.copyOf(values);
    }
}

package dev.slipway.schedule;

import dev.slipway.problem.Printable;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.time.DateTimeException;
import java.time.LocalTime;
import java.time.ZoneId;

/** Reads the times and time zones of triggers as users write them. Wrong texts are FORM_INVALID. */
public final class TriggerText {
    private TriggerText() {}

    public static LocalTime time(String text) {
        try {
            return LocalTime.parse(text);
        } catch (DateTimeException e) {
            throw invalid("not a time of the day as 09:30: " + Printable.quoted(text));
        }
    }

    public static ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            throw invalid("not a zone as Europe/Berlin: " + Printable.quoted(name));
        }
    }

    private static ProblemException invalid(String message) {
        return new ProblemException(Problem.of(ProblemCode.FORM_INVALID, message));
    }
}

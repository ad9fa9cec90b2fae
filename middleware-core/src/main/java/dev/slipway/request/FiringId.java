package dev.slipway.request;

import java.time.Instant;

/** The submission id of a job that a schedule submits. Such a job is recognised as long as the job is kept. */
public final class FiringId {
    /** The begin of the submission ids of all schedules. */
    public static final String BEGIN = "schedule:";

    private FiringId() {}

    /** Returns the submission id of one firing; the same firing gives the same job again. */
    public static String of(String schedule, long number, Instant due) {
        return BEGIN + schedule + ":" + number + ":" + due;
    }
}

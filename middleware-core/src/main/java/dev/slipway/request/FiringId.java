package dev.slipway.request;

import java.time.Instant;

/** The submission id of a job that a schedule submits. Such a job is recognised as long as the job is kept. */
public final class FiringId {
    /** Stands between the parts of a submission id. */
    public static final String SEPARATOR = ":";

    /** The begin of the submission ids of all schedules, which is the first part. */
    public static final String BEGIN = "schedule" + SEPARATOR;

    /** The number of the part with the id of the schedule, counted from 1. */
    public static final int SCHEDULE_PART = 2;

    private FiringId() {}

    /** Returns the submission id of one firing; the same firing gives the same job again. */
    public static String of(String schedule, long number, Instant due) {
        return BEGIN + schedule + SEPARATOR + number + SEPARATOR + due;
    }
}

package dev.slipway.toolkit.answer;

/**
 * Lists the exit statuses. Each is a class of problems in the service's table, and {@code ContractTest} compares the
 * two; the code of a {@link Failure} tells what the problem was.
 */
public final class ExitStatus {
    public static final int DONE = 0;
    public static final int JOB_FAILED = 1;
    public static final int CALL = 2;
    public static final int NOT_REACHED = 3;
    public static final int NOT_FORMATTED = 4;
    public static final int DOCUMENT = 10;
    public static final int LOGIN = 20;
    public static final int NOT_ALLOWED = 21;
    public static final int UNKNOWN = 22;
    public static final int OUTAGE = 54;
    public static final int INTERNAL = 70;
    public static final int DAMAGED = 71;

    private ExitStatus() {}
}

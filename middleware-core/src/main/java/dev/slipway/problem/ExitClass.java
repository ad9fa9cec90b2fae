package dev.slipway.problem;

/**
 * The single table of exit statuses: one class for each thing that a script can do next. Within a class, the code tells
 * the exact problem. The toolkit repeats this table in its help texts, and a test compares the two.
 */
public enum ExitClass {
    DONE(0, "done"),
    JOB_FAILED(1, "the job failed or was cancelled: `slipway explain` says why"),
    CALL(2, "the call, the profile or a local file is wrong: correct it"),
    NOT_REACHED(3, "the service was not reached: try again later"),
    NOT_FORMATTED(4, "the document is not laid out well: `slipway format --write`"),
    DOCUMENT(10, "the document is wrong or asks for what is not offered: correct it"),
    LIMIT(15, "a limit is exceeded: ask for less, or ask the operator for more"),
    LOGIN(20, "not authenticated: check the password, or log in anew"),
    NOT_ALLOWED(21, "not authorised: ask an operator for the right"),
    UNKNOWN(22, "no such job, result, user, place or program: check the name"),
    CONFLICT(23, "the state does not fit, or has changed: look first"),
    REFUSED(31, "a place or its data do not fit the step: correct what is named"),
    UNDECIDED(36, "stored or not, nobody can tell: look before a repetition"),
    OUTAGE(54, "something is away or busy for a while: try again later"),
    INTERNAL(70, "internal error: tell the operator"),
    DAMAGED(71, "stored or fetched data are damaged: tell the operator");

    private final int number;
    private final String sentence;

    ExitClass(int number, String sentence) {
        this.number = number;
        this.sentence = sentence;
    }

    /** Returns the exit status. */
    public int number() {
        return number;
    }

    /** Returns the event and the next action, in one line of a help page. */
    public String sentence() {
        return sentence;
    }
}

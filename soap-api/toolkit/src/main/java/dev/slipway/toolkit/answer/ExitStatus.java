package dev.slipway.toolkit.answer;

/**
 * Lists the exit statuses. Statuses from 10 on are those of the service's table of problems; {@code ContractTest}
 * checks that the help text lists every status of that table.
 */
public final class ExitStatus {
    public static final int OK = 0;
    public static final int JOB_FAILED = 1;
    public static final int USAGE = 2;
    public static final int NOT_REACHED = 3;
    public static final int NOT_FORMATTED = 4;
    public static final int NOT_AUTHENTICATED = 20;
    public static final int NOT_AUTHORISED = 21;
    public static final int RESULT_UNKNOWN = 24;
    public static final int CALL_INVALID = 25;
    public static final int DOCUMENT_MALFORMED = 10;
    public static final int DOCUMENT_FORBIDDEN = 11;
    public static final int DOCUMENT_INVALID = 12;
    public static final int DOCUMENT_NOT_OFFERED = 14;
    public static final int SECRET_CLEAR = 89;
    public static final int FILE_CORRUPT = 52;
    public static final int STORE_UNREACHABLE = 54;
    public static final int JOURNAL_DAMAGED = 71;
    public static final int INTERNAL = 70;

    private ExitStatus() {}

    /**
     * Returns the code of a failure that the toolkit itself finds. Failures that the service knows too have the
     * service's code.
     */
    public static String code(int exitStatus) {
        return switch (exitStatus) {
            case USAGE -> "toolkit.call";
            case NOT_REACHED -> "toolkit.not-reached";
            case NOT_AUTHENTICATED -> "access.not-authenticated";
            case NOT_AUTHORISED -> "access.not-authorised";
            case RESULT_UNKNOWN -> "result.unknown";
            case CALL_INVALID -> "call.invalid";
            case DOCUMENT_MALFORMED -> "document.malformed";
            case DOCUMENT_FORBIDDEN -> "document.forbidden-xml";
            case DOCUMENT_INVALID -> "document.invalid";
            case DOCUMENT_NOT_OFFERED -> "document.not-offered";
            case FILE_CORRUPT -> "file.corrupt";
            default -> "internal";
        };
    }
}

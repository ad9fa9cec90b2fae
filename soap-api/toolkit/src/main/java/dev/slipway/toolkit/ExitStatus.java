package dev.slipway.toolkit;

/**
 * Lists the exit statuses. Statuses from 10 on are those of the service's table of problems; {@code ContractTest}
 * checks that the help text lists every status of that table.
 */
final class ExitStatus {
    static final int OK = 0;
    static final int JOB_FAILED = 1;
    static final int USAGE = 2;
    static final int NOT_REACHED = 3;
    static final int NOT_FORMATTED = 4;
    static final int NOT_AUTHENTICATED = 20;
    static final int NOT_AUTHORISED = 21;
    static final int RESULT_UNKNOWN = 24;
    static final int CALL_INVALID = 25;
    static final int DOCUMENT_MALFORMED = 10;
    static final int DOCUMENT_FORBIDDEN = 11;
    static final int DOCUMENT_INVALID = 12;
    static final int DOCUMENT_NOT_OFFERED = 14;
    static final int SECRET_CLEAR = 89;
    static final int FILE_CORRUPT = 52;
    static final int STORE_UNREACHABLE = 54;
    static final int JOURNAL_DAMAGED = 71;
    static final int INTERNAL = 70;

    private ExitStatus() {}

    /**
     * Returns the code of a failure that the toolkit itself finds. Failures that the service knows too have the
     * service's code.
     */
    static String code(int exitStatus) {
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

package dev.slipway.toolkit.answer;

/** The problems that the toolkit itself finds. Those that the service knows too have the service's code and status. */
public enum OwnProblem {
    USAGE("toolkit.call", ExitStatus.CALL),
    NOT_REACHED("toolkit.not-reached", ExitStatus.NOT_REACHED),
    CALL_INVALID("call.invalid", ExitStatus.CALL),
    NOT_AUTHENTICATED("access.not-authenticated", ExitStatus.LOGIN),
    NOT_AUTHORISED("access.not-authorised", ExitStatus.NOT_ALLOWED),
    RESULT_UNKNOWN("result.unknown", ExitStatus.UNKNOWN),
    FILE_CORRUPT("file.corrupt", ExitStatus.DAMAGED),
    INTERNAL("internal", ExitStatus.INTERNAL);

    private final String code;
    private final int exitStatus;

    OwnProblem(String code, int exitStatus) {
        this.code = code;
        this.exitStatus = exitStatus;
    }

    /** Returns the code for programs. */
    public String code() {
        return code;
    }

    public int exitStatus() {
        return exitStatus;
    }
}

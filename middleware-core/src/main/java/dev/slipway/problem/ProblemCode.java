package dev.slipway.problem;

/**
 * The single table of problems. SOAP faults, pages and the command line take their texts from this table, and tests
 * prove that each of them knows every row. The remedies are longer than the rows, and stand in one table for each area.
 */
public enum ProblemCode {
    DOCUMENT_MALFORMED("document.malformed", ProblemOwner.DOCUMENT, ExitClass.DOCUMENT),
    DOCUMENT_FORBIDDEN("document.forbidden-xml", ProblemOwner.DOCUMENT, ExitClass.DOCUMENT),
    DOCUMENT_INVALID("document.invalid", ProblemOwner.DOCUMENT, ExitClass.DOCUMENT),
    SUBMISSION_CONFLICT("submission.conflict", ProblemOwner.DOCUMENT, ExitClass.CONFLICT),
    DOCUMENT_NOT_OFFERED("document.not-offered", ProblemOwner.DOCUMENT, ExitClass.DOCUMENT),
    SWEEP_TOO_LARGE("sweep.too-large", ProblemOwner.DOCUMENT, ExitClass.LIMIT),
    NOT_AUTHENTICATED("access.not-authenticated", ProblemOwner.CALLER, ExitClass.LOGIN),
    NOT_AUTHORISED("access.not-authorised", ProblemOwner.CALLER, ExitClass.NOT_ALLOWED),
    JOB_UNKNOWN("job.unknown", ProblemOwner.CALLER, ExitClass.UNKNOWN),
    JOB_STATE("job.state", ProblemOwner.CALLER, ExitClass.CONFLICT),
    RESULT_UNKNOWN("result.unknown", ProblemOwner.CALLER, ExitClass.UNKNOWN),
    RESULT_EXPIRED("result.expired", ProblemOwner.CALLER, ExitClass.UNKNOWN),
    CALL_INVALID("call.invalid", ProblemOwner.CALLER, ExitClass.CALL),
    STEP_GIVEN_UP("step.given-up", ProblemOwner.CALLER, ExitClass.CONFLICT),
    AUDIT_BUSY("audit.busy", ProblemOwner.CALLER, ExitClass.OUTAGE),
    NOT_GRANTED("access.not-granted", ProblemOwner.CALLER, ExitClass.NOT_ALLOWED),
    PASSWORD_DIGEST("access.password-digest", ProblemOwner.CALLER, ExitClass.LOGIN),
    USER_UNKNOWN("user.unknown", ProblemOwner.CALLER, ExitClass.UNKNOWN),
    USER_EXISTS("user.exists", ProblemOwner.CALLER, ExitClass.CONFLICT),
    FORM_UNKNOWN("form.unknown", ProblemOwner.CALLER, ExitClass.UNKNOWN),
    FORM_CHANGED("form.changed", ProblemOwner.CALLER, ExitClass.CONFLICT),
    FORM_INVALID("form.invalid", ProblemOwner.CALLER, ExitClass.CALL),
    FORM_QUOTA("form.quota", ProblemOwner.CALLER, ExitClass.LIMIT),
    SECRET_INVALID("secret.invalid", ProblemOwner.DOCUMENT, ExitClass.DOCUMENT),
    SECRET_CLEAR("secret.clear", ProblemOwner.DOCUMENT, ExitClass.DOCUMENT),
    CREDENTIAL_CLOSED("secret.not-taken", ProblemOwner.DOCUMENT, ExitClass.NOT_ALLOWED),
    CALLBACK_REFUSED("callback.refused", ProblemOwner.CALLER, ExitClass.NOT_ALLOWED),
    UPLOAD_UNKNOWN("upload.unknown", ProblemOwner.DOCUMENT, ExitClass.UNKNOWN),
    UPLOAD_TOO_LARGE("upload.too-large", ProblemOwner.CALLER, ExitClass.LIMIT),
    UPLOAD_QUOTA("upload.quota", ProblemOwner.CALLER, ExitClass.OUTAGE),
    QUEUE_QUOTA("queue.quota", ProblemOwner.CALLER, ExitClass.OUTAGE),
    PLAN_BUSY("plan.busy", ProblemOwner.CALLER, ExitClass.OUTAGE),
    USER_INVALID("user.invalid", ProblemOwner.CALLER, ExitClass.CALL),
    SOURCE_UNKNOWN("source.unknown", ProblemOwner.DOCUMENT, ExitClass.UNKNOWN),
    STATEMENT_REFUSED("sql.statement-refused", ProblemOwner.DOCUMENT, ExitClass.REFUSED),
    PARAMETER_INVALID("sql.parameter-invalid", ProblemOwner.DATA, ExitClass.REFUSED),
    ROW_REJECTED("sql.row-rejected", ProblemOwner.DATA, ExitClass.REFUSED),
    ROW_NOT_STORED("sql.row-not-stored", ProblemOwner.DATA, ExitClass.REFUSED),
    DATABASE_LOGIN("sql.login-refused", ProblemOwner.OPERATOR, ExitClass.REFUSED),
    DATABASE_UNREACHABLE("sql.unreachable", ProblemOwner.NETWORK, ExitClass.OUTAGE),
    STORE_UNDECIDED("sql.store-undecided", ProblemOwner.OPERATOR, ExitClass.UNDECIDED),
    DATABASE_RIGHT("sql.right-missing", ProblemOwner.OPERATOR, ExitClass.REFUSED),
    DATABASE_NOT_SET_UP("sql.not-set-up", ProblemOwner.OPERATOR, ExitClass.REFUSED),
    SNAPSHOT_LOST("sql.snapshot-lost", ProblemOwner.NETWORK, ExitClass.OUTAGE),
    HOST_KEY("ssh.host-key", ProblemOwner.OPERATOR, ExitClass.REFUSED),
    HOST_LOGIN("ssh.login-refused", ProblemOwner.OPERATOR, ExitClass.REFUSED),
    CREDENTIAL_REFUSED("ssh.credential-refused", ProblemOwner.DOCUMENT, ExitClass.REFUSED),
    HOST_NO_SFTP("ssh.no-sftp", ProblemOwner.OPERATOR, ExitClass.REFUSED),
    HOST_UNREACHABLE("ssh.unreachable", ProblemOwner.NETWORK, ExitClass.OUTAGE),
    REMOTE_FILE("ssh.file", ProblemOwner.DATA, ExitClass.REFUSED),
    SITE_ANSWER("site.answer", ProblemOwner.DATA, ExitClass.REFUSED),
    SITE_REFUSED("site.refused", ProblemOwner.OPERATOR, ExitClass.REFUSED),
    SITE_UNREACHABLE("site.unreachable", ProblemOwner.NETWORK, ExitClass.OUTAGE),
    FOLDER_FILE("folder.file", ProblemOwner.DATA, ExitClass.REFUSED),
    FOLDER_UNREACHABLE("folder.unreachable", ProblemOwner.OPERATOR, ExitClass.OUTAGE),
    SHEET_INVALID("sheet.invalid", ProblemOwner.DATA, ExitClass.REFUSED),
    QUERY_INVALID("query.invalid", ProblemOwner.DOCUMENT, ExitClass.DOCUMENT),
    STEP_MEMORY("step.memory", ProblemOwner.DOCUMENT, ExitClass.LIMIT),
    FILE_EXISTS("file.exists", ProblemOwner.DOCUMENT, ExitClass.REFUSED),
    FILE_MISSING("file.missing", ProblemOwner.PROGRAM, ExitClass.JOB_FAILED),
    FILE_CORRUPT("file.corrupt", ProblemOwner.DATA, ExitClass.DAMAGED),
    CONTRACT_BROKEN("data.contract", ProblemOwner.DATA, ExitClass.REFUSED),
    STORAGE_FULL("storage.full", ProblemOwner.CLUSTER, ExitClass.OUTAGE),
    STORE_UNREACHABLE("store.unreachable", ProblemOwner.OPERATOR, ExitClass.OUTAGE),
    STEP_STALLED("step.stalled", ProblemOwner.NETWORK, ExitClass.OUTAGE),
    PLACE_PAUSED("place.paused", ProblemOwner.OPERATOR, ExitClass.OUTAGE),
    PLACE_REMOVED("place.removed", ProblemOwner.OPERATOR, ExitClass.OUTAGE),
    SETTINGS_REFUSED("settings.refused", ProblemOwner.OPERATOR, ExitClass.CONFLICT),
    OUTAGE_TOO_LONG("outage.too-long", ProblemOwner.OPERATOR, ExitClass.JOB_FAILED),
    STORE_FULL("store.full", ProblemOwner.OPERATOR, ExitClass.OUTAGE),
    PARTITION_UNKNOWN("launch.partition-unknown", ProblemOwner.DOCUMENT, ExitClass.UNKNOWN),
    TOO_MANY_PROCESSES("launch.too-many-processes", ProblemOwner.DOCUMENT, ExitClass.LIMIT),
    DEMAND_NOT_TAKEN("launch.demand-not-taken", ProblemOwner.DOCUMENT, ExitClass.DOCUMENT),
    EXECUTABLE_MISSING("launch.executable-missing", ProblemOwner.DOCUMENT, ExitClass.UNKNOWN),
    LAUNCH_FAILED("launch.failed", ProblemOwner.CLUSTER, ExitClass.JOB_FAILED),
    PROGRAM_FAILED("run.program-failed", ProblemOwner.PROGRAM, ExitClass.JOB_FAILED),
    WALL_TIME("run.wall-time", ProblemOwner.PROGRAM, ExitClass.LIMIT),
    RUN_LOST("run.lost", ProblemOwner.CLUSTER, ExitClass.JOB_FAILED),
    LAUNCH_REFUSED("launch.refused", ProblemOwner.DOCUMENT, ExitClass.DOCUMENT),
    LAUNCHER_BROKEN("launch.guard-broken", ProblemOwner.OPERATOR, ExitClass.OUTAGE),
    MACHINE_BUSY("launch.machine-busy", ProblemOwner.CLUSTER, ExitClass.OUTAGE),
    RUN_QUOTA("run.quota", ProblemOwner.PROGRAM, ExitClass.LIMIT),
    MAIL_OFF("mail.off", ProblemOwner.OPERATOR, ExitClass.CONFLICT),
    INTERNAL("internal", ProblemOwner.SLIPWAY, ExitClass.INTERNAL),
    JOURNAL_CORRUPT("journal.corrupt", ProblemOwner.OPERATOR, ExitClass.DAMAGED),
    CALL_EXPIRED("call.expired", ProblemOwner.CALLER, ExitClass.LOGIN),
    RUN_MEMORY("run.memory", ProblemOwner.PROGRAM, ExitClass.LIMIT),
    VALUE_INEXACT("sql.value-inexact", ProblemOwner.DOCUMENT, ExitClass.REFUSED),
    DRIVER_FAILED("sql.driver-failed", ProblemOwner.OPERATOR, ExitClass.REFUSED),
    VARIABLE_REFUSED("launch.variable-refused", ProblemOwner.DOCUMENT, ExitClass.NOT_ALLOWED),
    USERS_PROGRAM_REFUSED("launch.users-program-refused", ProblemOwner.OPERATOR, ExitClass.NOT_ALLOWED),
    RUNS_AS_SERVICE("launch.runs-as-service", ProblemOwner.OPERATOR, ExitClass.REFUSED),
    DOCUMENT_QUOTA("document.quota", ProblemOwner.CALLER, ExitClass.LIMIT),
    CLUSTER_AWAY("cluster.away", ProblemOwner.CLUSTER, ExitClass.OUTAGE),
    CLUSTER_ENDING("cluster.ending", ProblemOwner.CLUSTER, ExitClass.OUTAGE),
    RUN_HOST_AWAY("run.host-away", ProblemOwner.CLUSTER, ExitClass.OUTAGE),
    RUN_HOST_ENDING("run.host-ending", ProblemOwner.CLUSTER, ExitClass.OUTAGE),
    CLUSTER_REFUSED("cluster.refused", ProblemOwner.DOCUMENT, ExitClass.REFUSED),
    CLUSTER_ACCOUNT("cluster.no-account", ProblemOwner.OPERATOR, ExitClass.NOT_ALLOWED),
    MPI_UNFIT("launch.mpi-unfit", ProblemOwner.DOCUMENT, ExitClass.DOCUMENT),
    CLUSTER_NODE_LOST("run.node-lost", ProblemOwner.CLUSTER, ExitClass.JOB_FAILED),
    CLUSTER_TIME("run.cluster-time", ProblemOwner.PROGRAM, ExitClass.LIMIT),
    CLUSTER_MEMORY("run.cluster-memory", ProblemOwner.PROGRAM, ExitClass.LIMIT),
    CLUSTER_CANCELLED("run.cancelled-by-others", ProblemOwner.CLUSTER, ExitClass.JOB_FAILED),
    CLUSTER_PREEMPTED("run.preempted", ProblemOwner.CLUSTER, ExitClass.JOB_FAILED),
    STREAM_LAUNCHER_BROKEN("launch.stream-launcher-broken", ProblemOwner.OPERATOR, ExitClass.REFUSED);

    private final String id;
    private final ProblemOwner owner;
    private final ExitClass exitClass;

    ProblemCode(String id, ProblemOwner owner, ExitClass exitClass) {
        this.id = id;
        this.owner = owner;
        this.exitClass = exitClass;
    }

    /** Returns the stable name on the wire and in the journal. */
    public String id() {
        return id;
    }

    /** Returns the person who has to solve the problem. */
    public ProblemOwner owner() {
        return owner;
    }

    /** Returns whether the problem lasts: the class of problems that a script tries again has the outages alone. */
    public ProblemKind kind() {
        return exitClass == ExitClass.OUTAGE ? ProblemKind.OUTAGE : ProblemKind.PERMANENT;
    }

    /** Returns what a script can do next; several rows share a class. */
    public ExitClass exitClass() {
        return exitClass;
    }

    /** Returns the exit status of the command line: the number of the class. */
    public int exitStatus() {
        return exitClass.number();
    }

    /** Returns what the reader can do next, in the words of each door. */
    public Remedy remedy() {
        return Remedies.of(this);
    }

    /** Returns the row of this {@link #id()}; {@link #INTERNAL} for an id that this version does not know. */
    public static ProblemCode ofId(String id) {
        for (ProblemCode code : values()) {
            if (code.id.equals(id)) {
                return code;
            }
        }
        return INTERNAL;
    }
}

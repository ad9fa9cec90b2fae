package dev.slipway.problem;

import java.util.Locale;

/**
 * The one table of problems. SOAP faults, pages and the command line take their words from here, and tests prove that each knows
 * every row.
 */
public enum ProblemCode {
    DOCUMENT_MALFORMED(
            "document.malformed",
            Owner.DOCUMENT,
            Kind.PERMANENT,
            10,
            "Correct the document; `slipway validate FILE` lists every problem with its line."),
    DOCUMENT_FORBIDDEN(
            "document.forbidden-xml",
            Owner.DOCUMENT,
            Kind.PERMANENT,
            11,
            "Remove the DTD and its entities; a job document needs neither."),
    DOCUMENT_INVALID(
            "document.invalid",
            Owner.DOCUMENT,
            Kind.PERMANENT,
            12,
            "Correct the elements named in the detail and submit again."),
    SUBMISSION_CONFLICT(
            "submission.conflict",
            Owner.DOCUMENT,
            Kind.PERMANENT,
            13,
            "Give the changed document another sid, or submit the same document again."),
    DOCUMENT_NOT_OFFERED(
            "document.not-offered",
            Owner.DOCUMENT,
            Kind.PERMANENT,
            14,
            "The document is valid; leave out or replace what the detail names, which this service does not offer."),
    SWEEP_TOO_LARGE(
            "sweep.too-large",
            Owner.DOCUMENT,
            Kind.PERMANENT,
            15,
            "Sweep over parts, one document for each, or ask the operator for a larger slipway.limits.jobs-per-sweep."),
    NOT_AUTHENTICATED(
            "access.not-authenticated",
            Owner.CALLER,
            Kind.PERMANENT,
            20,
            "Send a user name and a password (case-sensitive), or the token of a login that has not ended; else log in anew."),
    NOT_AUTHORISED(
            "access.not-authorised",
            Owner.CALLER,
            Kind.PERMANENT,
            21,
            "Ask an operator for the role that this call needs."),
    JOB_UNKNOWN(
            "job.unknown",
            Owner.CALLER,
            Kind.PERMANENT,
            22,
            "Check the token with `slipway list`; you see your own jobs only."),
    JOB_STATE(
            "job.state",
            Owner.CALLER,
            Kind.PERMANENT,
            23,
            "Look at the job's status first: the call does not fit its state."),
    RESULT_UNKNOWN(
            "result.unknown",
            Owner.CALLER,
            Kind.PERMANENT,
            24,
            "List the job's results first: `slipway results TOKEN`."),
    RESULT_EXPIRED(
            "result.expired",
            Owner.CALLER,
            Kind.PERMANENT,
            27,
            "Submit the job again if you still need them, and fetch results before their time is over."),
    CALL_INVALID(
            "call.invalid", Owner.CALLER, Kind.PERMANENT, 25, "Send a SOAP 1.1 call that fits the service's WSDL."),
    STEP_GIVEN_UP(
            "step.given-up", Owner.CALLER, Kind.PERMANENT, 26, "Nothing to do: the job was ended without this step."),
    AUDIT_BUSY(
            "audit.busy",
            Owner.CALLER,
            Kind.OUTAGE,
            28,
            "Wait for the other verification to end and ask again, or verify one job."),
    NOT_GRANTED(
            "access.not-granted",
            Owner.CALLER,
            Kind.PERMANENT,
            29,
            "Ask an operator for it: `slipway user grant USER --source NAME`, or --host NAME."),
    PASSWORD_DIGEST(
            "access.password-digest",
            Owner.CALLER,
            Kind.PERMANENT,
            80,
            "Send the password as PasswordText: TLS hides it, and the service keeps no password that a digest could be checked with."),
    USER_UNKNOWN("user.unknown", Owner.CALLER, Kind.PERMANENT, 81, "Look at the users first: `slipway user list`."),
    USER_EXISTS(
            "user.exists",
            Owner.CALLER,
            Kind.PERMANENT,
            82,
            "Choose another name, or change that user: `slipway user grant`, `revoke` or `passwd`."),
    SECRET_INVALID(
            "secret.invalid",
            Owner.DOCUMENT,
            Kind.PERMANENT,
            84,
            "Seal the password anew for this submitter, host and user: `slipway seal`."),
    SECRET_CLEAR(
            "secret.clear",
            Owner.DOCUMENT,
            Kind.PERMANENT,
            89,
            "Put what `slipway seal --host HOST --user USER` prints in the password's place."),
    CREDENTIAL_CLOSED(
            "secret.not-taken",
            Owner.DOCUMENT,
            Kind.PERMANENT,
            90,
            "Leave out user and password, or ask the operator for document-credentials of that host."),
    CALLBACK_REFUSED(
            "callback.refused",
            Owner.CALLER,
            Kind.PERMANENT,
            85,
            "Name a place that the operator lists in slipway.callbacks.hosts."),
    UPLOAD_UNKNOWN(
            "upload.unknown",
            Owner.DOCUMENT,
            Kind.PERMANENT,
            86,
            "Upload the file and submit again: `slipway upload FILE`; the same bytes have the same name."),
    UPLOAD_TOO_LARGE(
            "upload.too-large",
            Owner.CALLER,
            Kind.PERMANENT,
            87,
            "Put the file on a host or into a database that jobs may name, or ask the operator for a larger slipway.uploads.largest."),
    UPLOAD_QUOTA(
            "upload.quota",
            Owner.CALLER,
            Kind.PERMANENT,
            88,
            "Wait until older uploads are no longer needed and removed, or ask the operator for a larger slipway.uploads.per-user."),
    USER_INVALID("user.invalid", Owner.CALLER, Kind.PERMANENT, 83, "Correct what the message names and call again."),
    SOURCE_UNKNOWN(
            "source.unknown",
            Owner.DOCUMENT,
            Kind.PERMANENT,
            30,
            "Use a source or host that the operator has configured."),
    STATEMENT_REFUSED(
            "sql.statement-refused",
            Owner.DOCUMENT,
            Kind.PERMANENT,
            31,
            "Correct the statement; the database's own words stand in the detail."),
    PARAMETER_INVALID(
            "sql.parameter-invalid",
            Owner.DATA,
            Kind.PERMANENT,
            32,
            "Correct the parameter file or the columns that the step names."),
    ROW_REJECTED(
            "sql.row-rejected",
            Owner.DATA,
            Kind.PERMANENT,
            33,
            "Correct the row named in the detail; nothing of this step was stored."),
    DATABASE_LOGIN(
            "sql.login-refused",
            Owner.OPERATOR,
            Kind.PERMANENT,
            34,
            "Ask the operator to check the source's user, password and rights."),
    DATABASE_UNREACHABLE(
            "sql.unreachable",
            Owner.NETWORK,
            Kind.OUTAGE,
            35,
            "Nothing to do: the job goes on when the database answers again."),
    STORE_UNDECIDED(
            "sql.store-undecided",
            Owner.OPERATOR,
            Kind.PERMANENT,
            36,
            "Ask the operator whether the job's rows are in the database; it cannot tell any more."),
    DATABASE_RIGHT(
            "sql.right-missing",
            Owner.OPERATOR,
            Kind.PERMANENT,
            37,
            "Ask the operator to grant the source's user what the detail names, or name another source."),
    HOST_KEY(
            "ssh.host-key",
            Owner.OPERATOR,
            Kind.PERMANENT,
            40,
            "Ask the operator whether the host was reinstalled; if so, to update known_hosts."),
    HOST_LOGIN(
            "ssh.login-refused",
            Owner.OPERATOR,
            Kind.PERMANENT,
            41,
            "Ask the operator to check the host's user and key."),
    CREDENTIAL_REFUSED(
            "ssh.credential-refused",
            Owner.DOCUMENT,
            Kind.PERMANENT,
            44,
            "Check user and password at that host, and seal the password anew: `slipway seal`."),
    HOST_UNREACHABLE(
            "ssh.unreachable",
            Owner.NETWORK,
            Kind.OUTAGE,
            42,
            "Nothing to do: the job goes on when the host answers again."),
    REMOTE_FILE("ssh.file", Owner.DATA, Kind.PERMANENT, 43, "Check the path and its rights on the remote host."),
    FILE_EXISTS(
            "file.exists",
            Owner.DOCUMENT,
            Kind.PERMANENT,
            50,
            "Use the creation flag overwrite or append, or another file name."),
    FILE_MISSING(
            "file.missing",
            Owner.PROGRAM,
            Kind.PERMANENT,
            51,
            "Check that an earlier step or the program writes this file."),
    FILE_CORRUPT(
            "file.corrupt",
            Owner.DATA,
            Kind.PERMANENT,
            52,
            "Stage the file again; if it happens twice, check its source."),
    STORAGE_FULL(
            "storage.full",
            Owner.CLUSTER,
            Kind.OUTAGE,
            53,
            "Nothing to do: the job goes on when there is space again."),
    STORE_UNREACHABLE(
            "store.unreachable",
            Owner.OPERATOR,
            Kind.OUTAGE,
            54,
            "Wait: the service goes on by itself when its own database answers again."),
    OUTAGE_TOO_LONG(
            "outage.too-long",
            Owner.OPERATOR,
            Kind.PERMANENT,
            55,
            "Submit the job again when the operator has brought back what the message names."),
    STORE_FULL(
            "store.full",
            Owner.OPERATOR,
            Kind.OUTAGE,
            56,
            "Submit again later: the operator has to free space on the disk of the service's own database."),
    PARTITION_UNKNOWN(
            "launch.partition-unknown",
            Owner.DOCUMENT,
            Kind.PERMANENT,
            60,
            "Use a partition that the operator has configured."),
    TOO_MANY_PROCESSES(
            "launch.too-many-processes",
            Owner.DOCUMENT,
            Kind.PERMANENT,
            61,
            "Ask for at most as many processes as the partition allows."),
    EXECUTABLE_MISSING(
            "launch.executable-missing",
            Owner.DOCUMENT,
            Kind.PERMANENT,
            62,
            "Name a program in one of the operator's application folders."),
    LAUNCH_FAILED(
            "launch.failed",
            Owner.CLUSTER,
            Kind.PERMANENT,
            63,
            "Look at the job's standard error; if it is empty, ask the operator."),
    PROGRAM_FAILED(
            "run.program-failed",
            Owner.PROGRAM,
            Kind.PERMANENT,
            64,
            "Read the program's standard error: `slipway output TOKEN --stderr`."),
    WALL_TIME("run.wall-time", Owner.PROGRAM, Kind.PERMANENT, 65, "Ask for a longer wall time, or for less work."),
    RUN_LOST(
            "run.lost",
            Owner.CLUSTER,
            Kind.PERMANENT,
            66,
            "The run's guard is gone, as after a reboot: submit the job again."),
    LAUNCH_REFUSED(
            "launch.refused",
            Owner.DOCUMENT,
            Kind.PERMANENT,
            67,
            "Remove the argument or the variable that the message names."),
    LAUNCHER_BROKEN(
            "launch.guard-broken",
            Owner.OPERATOR,
            Kind.OUTAGE,
            68,
            "Ask the operator to check slipway.guard; the job goes on when it names a program that the service can run."),
    MACHINE_BUSY(
            "launch.machine-busy",
            Owner.CLUSTER,
            Kind.OUTAGE,
            69,
            "Nothing to do: the run goes on when the machine has processes and memory to spare."),
    RUN_QUOTA(
            "run.quota",
            Owner.PROGRAM,
            Kind.PERMANENT,
            57,
            "Stage or write fewer bytes, or ask the operator for a larger slipway.limits.job-bytes."),
    INTERNAL(
            "internal",
            Owner.SLIPWAY,
            Kind.PERMANENT,
            70,
            "Report the reference to the operator; the service's log has the cause."),
    JOURNAL_CORRUPT(
            "journal.corrupt",
            Owner.OPERATOR,
            Kind.PERMANENT,
            71,
            "Ask an operator to run `slipway audit verify`; the job is left as it stands, all others go on.");

    /** Who can mend it. */
    public enum Owner {
        DOCUMENT,
        CALLER,
        DATA,
        NETWORK,
        CLUSTER,
        PROGRAM,
        OPERATOR,
        SLIPWAY;

        /** How every door names it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Whether a retry without any change can succeed. */
    public enum Kind {
        /** The same try fails again: the job fails. */
        PERMANENT,
        /** Something shared is away: the job waits, blocked, and goes on by itself. */
        OUTAGE
    }

    private final String id;
    private final Owner owner;
    private final Kind kind;
    private final int exitStatus;
    private final String hint;

    ProblemCode(String id, Owner owner, Kind kind, int exitStatus, String hint) {
        this.id = id;
        this.owner = owner;
        this.kind = kind;
        this.exitStatus = exitStatus;
        this.hint = hint;
    }

    /** The stable name on the wire and in the journal. */
    public String id() {
        return id;
    }

    /** Whose problem it is. */
    public Owner owner() {
        return owner;
    }

    /** Whether the problem lasts. */
    public Kind kind() {
        return kind;
    }

    /** Exit status of the command line; distinct for each row. */
    public int exitStatus() {
        return exitStatus;
    }

    /** What the reader can do about it. */
    public String hint() {
        return hint;
    }

    /** The row of this {@link #id()}; {@link #INTERNAL} for an id that this version does not know. */
    public static ProblemCode ofId(String id) {
        for (ProblemCode code : values()) {
            if (code.id.equals(id)) {
                return code;
            }
        }
        return INTERNAL;
    }
}

package dev.slipway.problem;

/**
 * The single table of problems. SOAP faults, pages and the command line take their texts from this table, and tests
 * prove that each of them knows every row.
 */
public enum ProblemCode {
    DOCUMENT_MALFORMED(
            "document.malformed",
            ProblemOwner.DOCUMENT,
            ExitClass.DOCUMENT,
            new Remedy(
                    "Correct the document; each problem is listed with its line.",
                    "Correct the document; each finding names its line.",
                    "Correct the document; `slipway validate FILE` lists every problem with its line.")),
    DOCUMENT_FORBIDDEN(
            "document.forbidden-xml",
            ProblemOwner.DOCUMENT,
            ExitClass.DOCUMENT,
            Remedy.of("Remove the DTD and its entities; a job document needs neither.")),
    DOCUMENT_INVALID(
            "document.invalid",
            ProblemOwner.DOCUMENT,
            ExitClass.DOCUMENT,
            Remedy.of("Correct the elements named in the detail and submit again.")),
    SUBMISSION_CONFLICT(
            "submission.conflict",
            ProblemOwner.DOCUMENT,
            ExitClass.CONFLICT,
            new Remedy(
                    "Reload the page and try again: this was submitted before, with other values.",
                    "Give the changed document another sid, or submit the same document again.",
                    "Give the changed document another --sid, or submit the same document again.")),
    DOCUMENT_NOT_OFFERED(
            "document.not-offered",
            ProblemOwner.DOCUMENT,
            ExitClass.DOCUMENT,
            Remedy.of("The document is clear; leave out or replace what the detail names, which this service does not"
                    + " offer.")),
    SWEEP_TOO_LARGE(
            "sweep.too-large",
            ProblemOwner.DOCUMENT,
            ExitClass.LIMIT,
            new Remedy(
                    "Split the sweep into several jobs, or ask your operator for a higher limit.",
                    "Sweep over parts, one document for each, or ask the operator for a higher limit.",
                    "Sweep over parts, one document for each, or ask the operator for a larger"
                            + " slipway.limits.jobs-per-sweep.")),
    NOT_AUTHENTICATED(
            "access.not-authenticated",
            ProblemOwner.CALLER,
            ExitClass.LOGIN,
            new Remedy(
                    "Sign in again. Passwords distinguish upper and lower case letters.",
                    "Send a user name and a password (case-sensitive), or the token of a login that has not ended;"
                            + " else log in anew.",
                    "Check the user of the profile and the password (case-sensitive), or log in anew: `slipway"
                            + " login`.")),
    NOT_AUTHORISED(
            "access.not-authorised",
            ProblemOwner.CALLER,
            ExitClass.NOT_ALLOWED,
            new Remedy(
                    "Ask your operator for the role that this needs.",
                    "Ask an operator for the role that this call needs.",
                    "Ask an operator for the role that this verb needs.")),
    JOB_UNKNOWN(
            "job.unknown",
            ProblemOwner.CALLER,
            ExitClass.UNKNOWN,
            new Remedy(
                    "Look for it in the list of jobs, which shows the jobs you may see.",
                    "Check the token with the operation list; you see your own jobs only.",
                    "Check the token with `slipway list`; you see your own jobs only.")),
    JOB_STATE(
            "job.state",
            ProblemOwner.CALLER,
            ExitClass.CONFLICT,
            new Remedy(
                    "Look at the job first: it may have moved on since this page was opened.",
                    "Look first: the operation status tells where a job or a group stands, list the jobs of a group.",
                    "Look first: `slipway status TOKEN`, `slipway list --group TOKEN`.")),
    RESULT_UNKNOWN(
            "result.unknown",
            ProblemOwner.CALLER,
            ExitClass.UNKNOWN,
            new Remedy(
                    "The job's page lists its results.",
                    "List the job's results first, with the operation results.",
                    "List the job's results first: `slipway results TOKEN`.")),
    RESULT_EXPIRED(
            "result.expired",
            ProblemOwner.CALLER,
            ExitClass.UNKNOWN,
            Remedy.of("Submit the job again if you still need them, and fetch results before their time is over.")),
    CALL_INVALID(
            "call.invalid",
            ProblemOwner.CALLER,
            ExitClass.CALL,
            new Remedy(
                    "Go back, reload the page and try again.",
                    "Send a SOAP 1.1 call that fits the service's WSDL.",
                    "Correct what the message names; `slipway help VERB` tells what a verb takes.")),
    STEP_GIVEN_UP(
            "step.given-up",
            ProblemOwner.CALLER,
            ExitClass.CONFLICT,
            Remedy.of("Nothing to do: the job was ended without this step.")),
    AUDIT_BUSY(
            "audit.busy",
            ProblemOwner.CALLER,
            ExitClass.OUTAGE,
            Remedy.of("Wait for the other verification to end and ask again, or verify one job.")),
    NOT_GRANTED(
            "access.not-granted",
            ProblemOwner.CALLER,
            ExitClass.NOT_ALLOWED,
            new Remedy(
                    "Ask your operator for the right to use it, or choose another place.",
                    "Ask an operator for a grant of it; the operation capabilities lists what your jobs may name.",
                    "Ask an operator for it: `slipway user grant USER --source NAME` for reading a database, --store"
                            + " NAME for storing there, or --host, --site or --folder.")),
    PASSWORD_DIGEST(
            "access.password-digest",
            ProblemOwner.CALLER,
            ExitClass.LOGIN,
            new Remedy(
                    "Sign in on the page of the service.",
                    "Send the password as PasswordText: TLS hides it, and the service keeps no password that a"
                            + " digest could be checked with.",
                    "Log in with the password itself, which TLS hides: `slipway login`.")),
    USER_UNKNOWN(
            "user.unknown",
            ProblemOwner.CALLER,
            ExitClass.UNKNOWN,
            new Remedy(
                    "Look for the user in the list of users.",
                    "Look at the users first, with the operation users.",
                    "Look at the users first: `slipway user list`.")),
    USER_EXISTS(
            "user.exists",
            ProblemOwner.CALLER,
            ExitClass.CONFLICT,
            new Remedy(
                    "Choose another name, or open that user in the list to change it.",
                    "Choose another name, or change that user with the operations userGrant, userRevoke and"
                            + " userPassword.",
                    "Choose another name, or change that user: `slipway user grant`, `revoke` or `passwd`.")),
    FORM_UNKNOWN(
            "form.unknown",
            ProblemOwner.CALLER,
            ExitClass.UNKNOWN,
            new Remedy(
                    "Look at the list of your drafts, templates or schedules; what is not yours and not shared is"
                            + " not shown.",
                    "Look first, with the operation drafts, templates or schedules; what is not yours and not shared"
                            + " is not shown.",
                    "Look first: `slipway template list`, `slipway schedule list`, `slipway draft list`; what is not"
                            + " yours and not shared is not shown.")),
    FORM_CHANGED(
            "form.changed",
            ProblemOwner.CALLER,
            ExitClass.CONFLICT,
            new Remedy(
                    "It was changed since you opened it, here or in another window: look at it again, then do yours.",
                    "It was changed since you looked at it: look at it again, then repeat the call.",
                    "It was changed since you looked at it: look at it again, then repeat the command.")),
    FORM_INVALID(
            "form.invalid",
            ProblemOwner.CALLER,
            ExitClass.CALL,
            Remedy.of("Correct what the message names and send it again.")),
    FORM_QUOTA(
            "form.quota",
            ProblemOwner.CALLER,
            ExitClass.LIMIT,
            Remedy.of("Remove some that you do not need any more, then try again.")),
    SECRET_INVALID(
            "secret.invalid",
            ProblemOwner.DOCUMENT,
            ExitClass.DOCUMENT,
            new Remedy(
                    "Type the password of that user again on the page of the step.",
                    "Seal the password anew for this submitter, host and user, with a key of the operation"
                            + " publicKeys.",
                    "Seal the password anew for this submitter, host and user: `slipway seal`.")),
    SECRET_CLEAR(
            "secret.clear",
            ProblemOwner.DOCUMENT,
            ExitClass.DOCUMENT,
            new Remedy(
                    "Type the password into its field on the page of the step.",
                    "Put the password, sealed with a key of the operation publicKeys, in the password's place.",
                    "Put what `slipway seal --host HOST --user USER` prints in the password's place.")),
    CREDENTIAL_CLOSED(
            "secret.not-taken",
            ProblemOwner.DOCUMENT,
            ExitClass.NOT_ALLOWED,
            new Remedy(
                    "Leave out user and password, or ask your operator to allow them for that host.",
                    "Leave out user and password, or ask the operator to allow them for that host.",
                    "Leave out user and password, or ask the operator for document-credentials of that host.")),
    CALLBACK_REFUSED(
            "callback.refused",
            ProblemOwner.CALLER,
            ExitClass.NOT_ALLOWED,
            new Remedy(
                    "Ask your operator which places may be notified.",
                    "Name a place that the operation capabilities lists as a callback, or ask the operator to allow"
                            + " it.",
                    "Name a place that the operator lists in slipway.callbacks.hosts.")),
    UPLOAD_UNKNOWN(
            "upload.unknown",
            ProblemOwner.DOCUMENT,
            ExitClass.UNKNOWN,
            new Remedy(
                    "Upload the file again on the page of the step.",
                    "Upload the file with the operation upload and submit again; the same bytes have the same name.",
                    "Upload the file and submit again: `slipway upload FILE`; the same bytes have the same name.")),
    UPLOAD_TOO_LARGE(
            "upload.too-large",
            ProblemOwner.CALLER,
            ExitClass.LIMIT,
            new Remedy(
                    "Choose a smaller file, or have your operator put it on a host or into a database.",
                    "Put the file on a host or into a database that jobs may name, or ask the operator for a higher"
                            + " limit.",
                    "Put the file on a host or into a database that jobs may name, or ask the operator for a larger"
                            + " slipway.uploads.largest.")),
    UPLOAD_QUOTA(
            "upload.quota",
            ProblemOwner.CALLER,
            ExitClass.OUTAGE,
            new Remedy(
                    "Wait until older uploads are no longer needed, or ask your operator for more room.",
                    "Wait until older uploads are no longer needed and removed, or ask the operator for more room.",
                    "Wait until older uploads are no longer needed and removed, or ask the operator for a larger"
                            + " slipway.uploads.per-user.")),
    QUEUE_QUOTA(
            "queue.quota",
            ProblemOwner.CALLER,
            ExitClass.OUTAGE,
            new Remedy(
                    "Wait until some jobs have started, cancel what is not needed, or ask your operator for a higher"
                            + " limit.",
                    "Wait until some have started, cancel what is not needed, or ask the operator for a higher"
                            + " limit.",
                    "Wait until some have started, cancel what is not needed, or ask the operator for a larger"
                            + " slipway.limits.waiting-jobs-per-user.")),
    PLAN_BUSY(
            "plan.busy",
            ProblemOwner.CALLER,
            ExitClass.OUTAGE,
            Remedy.of("Wait for the other plan to end and ask again.")),
    USER_INVALID(
            "user.invalid",
            ProblemOwner.CALLER,
            ExitClass.CALL,
            Remedy.of("Correct what the message names and call again.")),
    SOURCE_UNKNOWN(
            "source.unknown",
            ProblemOwner.DOCUMENT,
            ExitClass.UNKNOWN,
            Remedy.of("Use a source, host, site or folder that the operator has configured.")
                    .onPages("Choose a database, host, web site or folder of the list.")),
    STATEMENT_REFUSED(
            "sql.statement-refused",
            ProblemOwner.DOCUMENT,
            ExitClass.REFUSED,
            Remedy.of("Correct what the message names; where the database refused the statement, its own words stand"
                    + " in the detail.")),
    PARAMETER_INVALID(
            "sql.parameter-invalid",
            ProblemOwner.DATA,
            ExitClass.REFUSED,
            Remedy.of("Correct the parameter file or the columns that the step names.")),
    ROW_REJECTED(
            "sql.row-rejected",
            ProblemOwner.DATA,
            ExitClass.REFUSED,
            Remedy.of("Correct the row named in the detail; nothing of this step was stored.")),
    ROW_NOT_STORED(
            "sql.row-not-stored",
            ProblemOwner.DATA,
            ExitClass.REFUSED,
            Remedy.of("Correct the row, or say in the statement that rows may be left out (ON CONFLICT DO NOTHING,"
                    + " MERGE, INSERT IGNORE, UPDATE IGNORE); nothing of this step was stored.")),
    DATABASE_LOGIN(
            "sql.login-refused",
            ProblemOwner.OPERATOR,
            ExitClass.REFUSED,
            Remedy.of("Ask the operator to check the source's user, password, rights and certificate.")),
    DATABASE_UNREACHABLE(
            "sql.unreachable",
            ProblemOwner.NETWORK,
            ExitClass.OUTAGE,
            Remedy.of("Nothing to do: the job goes on when the database answers again.")),
    STORE_UNDECIDED(
            "sql.store-undecided",
            ProblemOwner.OPERATOR,
            ExitClass.UNDECIDED,
            Remedy.of("Ask the operator whether the job's rows are in the database; it cannot tell any more.")),
    DATABASE_RIGHT(
            "sql.right-missing",
            ProblemOwner.OPERATOR,
            ExitClass.REFUSED,
            Remedy.of("Ask the operator to grant the source's user what the detail names, or name another source.")),
    DATABASE_NOT_SET_UP(
            "sql.not-set-up",
            ProblemOwner.OPERATOR,
            ExitClass.REFUSED,
            Remedy.of("Ask the operator to set the source up as the detail says.")),
    SNAPSHOT_LOST(
            "sql.snapshot-lost",
            ProblemOwner.NETWORK,
            ExitClass.OUTAGE,
            Remedy.of("Nothing to do: stage-in begins anew, and all extracts read a new snapshot.")),
    HOST_KEY(
            "ssh.host-key",
            ProblemOwner.OPERATOR,
            ExitClass.REFUSED,
            new Remedy(
                    "Ask your operator whether the host is new or was reinstalled; its key is not the known one.",
                    "Ask the operator whether the host is new or was reinstalled; its key is not the known one.",
                    "Ask the operator whether the host is new or was reinstalled; if so, to bring its key into"
                            + " known_hosts.")),
    HOST_LOGIN(
            "ssh.login-refused",
            ProblemOwner.OPERATOR,
            ExitClass.REFUSED,
            Remedy.of("Ask the operator to check the host's user and its key or password.")),
    CREDENTIAL_REFUSED(
            "ssh.credential-refused",
            ProblemOwner.DOCUMENT,
            ExitClass.REFUSED,
            new Remedy(
                    "Check the user on that host, and type the password again.",
                    "Check user and password at that host, and seal the password anew with a key of the operation"
                            + " publicKeys.",
                    "Check user and password at that host, and seal the password anew: `slipway seal`.")),
    HOST_NO_SFTP(
            "ssh.no-sftp",
            ProblemOwner.OPERATOR,
            ExitClass.REFUSED,
            new Remedy(
                    "Ask your operator to allow file transfers on that host, or copy single files.",
                    "Ask the operator to allow SFTP on that host, or move single files.",
                    "Ask the operator for a line `Subsystem sftp internal-sftp` in that host's sshd_config, or move"
                            + " single files.")),
    HOST_UNREACHABLE(
            "ssh.unreachable",
            ProblemOwner.NETWORK,
            ExitClass.OUTAGE,
            Remedy.of("Nothing to do: the job goes on when the host answers again.")),
    REMOTE_FILE(
            "ssh.file",
            ProblemOwner.DATA,
            ExitClass.REFUSED,
            Remedy.of("Check the path and its rights on the remote host.")),
    SITE_ANSWER(
            "site.answer",
            ProblemOwner.DATA,
            ExitClass.REFUSED,
            Remedy.of("Check what the step asks the site for; the detail has what the site answered.")),
    SITE_REFUSED(
            "site.refused",
            ProblemOwner.OPERATOR,
            ExitClass.REFUSED,
            new Remedy(
                    "Ask your operator to check the login and the certificate of the web site.",
                    "Ask the operator to check the site's secret, its rights and its certificate.",
                    "Ask the operator to check the site's secret, its rights and its ca-file.")),
    SITE_UNREACHABLE(
            "site.unreachable",
            ProblemOwner.NETWORK,
            ExitClass.OUTAGE,
            Remedy.of("Nothing to do: the job goes on when the site answers again.")),
    FOLDER_FILE(
            "folder.file",
            ProblemOwner.DATA,
            ExitClass.REFUSED,
            Remedy.of("Check the path and the rights of the service in the operator's folder.")),
    FOLDER_UNREACHABLE(
            "folder.unreachable",
            ProblemOwner.OPERATOR,
            ExitClass.OUTAGE,
            Remedy.of("Ask the operator whether the folder is mounted; the job goes on when it is there.")),
    SHEET_INVALID(
            "sheet.invalid",
            ProblemOwner.DATA,
            ExitClass.REFUSED,
            Remedy.of("Correct the workbook, or the sheet and range that the step names.")),
    QUERY_INVALID(
            "query.invalid",
            ProblemOwner.DOCUMENT,
            ExitClass.DOCUMENT,
            Remedy.of("Correct the query's body or its ?; each ? stands alone as a value, and sw:ParameterRows gives"
                            + " it one.")
                    .onPages("Correct the text that is sent; each ? stands alone as a value.")),
    STEP_MEMORY(
            "step.memory",
            ProblemOwner.DOCUMENT,
            ExitClass.LIMIT,
            Remedy.of("Have it move shorter rows or values, or ask the operator to give the service more memory.")),
    FILE_EXISTS(
            "file.exists",
            ProblemOwner.DOCUMENT,
            ExitClass.REFUSED,
            Remedy.of("Use another file name, or the creation flag overwrite, or append, to a file of the same columns"
                            + " and compression.")
                    .onPages("Choose another file name, or have the step overwrite the file or append to it.")),
    FILE_MISSING(
            "file.missing",
            ProblemOwner.PROGRAM,
            ExitClass.JOB_FAILED,
            Remedy.of("Check that an earlier step or the program writes this file.")),
    FILE_CORRUPT(
            "file.corrupt",
            ProblemOwner.DATA,
            ExitClass.DAMAGED,
            Remedy.of("Have the file staged or written again; if it happens twice, check its source, or the program"
                    + " that writes it.")),
    CONTRACT_BROKEN(
            "data.contract",
            ProblemOwner.DATA,
            ExitClass.REFUSED,
            Remedy.of("Correct the data at their source, or what sw:Contract in the document asks of them.")
                    .onPages("Correct the data at their source, or the checks of this step.")),
    STORAGE_FULL(
            "storage.full",
            ProblemOwner.CLUSTER,
            ExitClass.OUTAGE,
            Remedy.of("Nothing to do: the job goes on when there is space again.")),
    STORE_UNREACHABLE(
            "store.unreachable",
            ProblemOwner.OPERATOR,
            ExitClass.OUTAGE,
            Remedy.of("Wait: the service goes on by itself when its own database answers again.")),
    STEP_STALLED(
            "step.stalled",
            ProblemOwner.NETWORK,
            ExitClass.OUTAGE,
            new Remedy(
                    "Nothing to do: the step is tried again. If it happens again, ask your operator about the place.",
                    "Nothing to do: the step is tried again. If it comes again, ask the operator about the place.",
                    "Nothing to do: the step is tried again. If it comes again, ask the operator about the place,"
                            + " and about slipway.limits.step-idle-time or step-least-rate.")),
    PLACE_PAUSED(
            "place.paused",
            ProblemOwner.OPERATOR,
            ExitClass.OUTAGE,
            Remedy.of("Wait: an operator lets it go on again.")),
    PLACE_REMOVED(
            "place.removed",
            ProblemOwner.OPERATOR,
            ExitClass.OUTAGE,
            new Remedy(
                    "Ask your operator; the job goes on when the place is configured again.",
                    "Ask the operator; the job goes on when the place is configured again.",
                    "Ask the operator; the job goes on when the place is in slipway.yaml again.")),
    SETTINGS_REFUSED(
            "settings.refused",
            ProblemOwner.OPERATOR,
            ExitClass.CONFLICT,
            new Remedy(
                    "Correct the settings as the detail says and read them again, or restart the service for those"
                            + " that need it.",
                    "Correct the settings as the detail says and reload them again, or restart the service for keys"
                            + " that need it.",
                    "Correct slipway.yaml as the detail says and reload again, or restart the service for keys that"
                            + " need it.")),
    OUTAGE_TOO_LONG(
            "outage.too-long",
            ProblemOwner.OPERATOR,
            ExitClass.JOB_FAILED,
            Remedy.of("Submit the job again when the operator has brought back what the message names.")),
    STORE_FULL(
            "store.full",
            ProblemOwner.OPERATOR,
            ExitClass.OUTAGE,
            Remedy.of("Submit again later: the operator has to free space on the disk of the service's own database.")),
    PARTITION_UNKNOWN(
            "launch.partition-unknown",
            ProblemOwner.DOCUMENT,
            ExitClass.UNKNOWN,
            Remedy.of("Use a partition that the operator has configured.")),
    TOO_MANY_PROCESSES(
            "launch.too-many-processes",
            ProblemOwner.DOCUMENT,
            ExitClass.LIMIT,
            Remedy.of("Ask for at most as many processes as the partition allows.")),
    DEMAND_NOT_TAKEN(
            "launch.demand-not-taken",
            ProblemOwner.DOCUMENT,
            ExitClass.DOCUMENT,
            Remedy.of("Name a partition that takes it, or leave it out of the document.")
                    .onPages("Choose a partition that offers it, or leave it empty.")),
    EXECUTABLE_MISSING(
            "launch.executable-missing",
            ProblemOwner.DOCUMENT,
            ExitClass.UNKNOWN,
            Remedy.of("Name a program in one of the operator's application folders.")
                    .onPages("Choose a program that the operator has installed.")),
    LAUNCH_FAILED(
            "launch.failed",
            ProblemOwner.CLUSTER,
            ExitClass.JOB_FAILED,
            Remedy.of("Look at the job's standard error; if it is empty, ask the operator.")),
    PROGRAM_FAILED(
            "run.program-failed",
            ProblemOwner.PROGRAM,
            ExitClass.JOB_FAILED,
            new Remedy(
                    "Read what the program wrote to standard error.",
                    "Read the program's standard error, with the operation output and the stream STDERR.",
                    "Read the program's standard error: `slipway output TOKEN --stderr`.")),
    WALL_TIME(
            "run.wall-time",
            ProblemOwner.PROGRAM,
            ExitClass.LIMIT,
            Remedy.of("Ask for a longer wall time, or for less work.")),
    RUN_LOST(
            "run.lost",
            ProblemOwner.CLUSTER,
            ExitClass.JOB_FAILED,
            Remedy.of("The run's guard is gone, as after a reboot: submit the job again.")),
    LAUNCH_REFUSED(
            "launch.refused",
            ProblemOwner.DOCUMENT,
            ExitClass.DOCUMENT,
            Remedy.of("Remove the argument or the variable that the message names.")),
    LAUNCHER_BROKEN(
            "launch.guard-broken",
            ProblemOwner.OPERATOR,
            ExitClass.OUTAGE,
            new Remedy(
                    "Nothing to do: ask your operator to repair the service.",
                    "Nothing to do: the job goes on when the operator has repaired the service.",
                    "Ask the operator to check slipway.guard; the job goes on when it names a program that the"
                            + " service can run.")),
    MACHINE_BUSY(
            "launch.machine-busy",
            ProblemOwner.CLUSTER,
            ExitClass.OUTAGE,
            Remedy.of("Nothing to do: the run goes on when the machine has processes and memory to spare.")),
    RUN_QUOTA(
            "run.quota",
            ProblemOwner.PROGRAM,
            ExitClass.LIMIT,
            new Remedy(
                    "Bring in or write less data, or ask your operator for a higher limit.",
                    "Stage or write fewer bytes or files, or ask the operator for a higher limit.",
                    "Stage or write fewer bytes or files, or ask the operator for a larger slipway.limits.job-bytes"
                            + " or job-entries.")),
    MAIL_OFF(
            "mail.off",
            ProblemOwner.OPERATOR,
            ExitClass.CONFLICT,
            Remedy.of("Ask the operator for a mail server.")
                    .atShell("Ask the operator to name a mail server in slipway.mail.")),
    INTERNAL(
            "internal",
            ProblemOwner.SLIPWAY,
            ExitClass.INTERNAL,
            Remedy.of("Report the reference to the operator; the service's log has the cause.")
                    .onPages("Give your operator the reference; it leads to the cause.")),
    JOURNAL_CORRUPT(
            "journal.corrupt",
            ProblemOwner.OPERATOR,
            ExitClass.DAMAGED,
            new Remedy(
                    "Ask your operator to verify the audit of this job. All other jobs go on.",
                    "Ask an operator to verify the job's record, with the operation auditVerify; the job is left as"
                            + " it stands, all others go on.",
                    "Ask an operator to run `slipway audit verify`; the job is left as it stands, all others go on.")),
    CALL_EXPIRED(
            "call.expired",
            ProblemOwner.CALLER,
            ExitClass.LOGIN,
            new Remedy(
                    "Reload the page and try again.",
                    "Make a new Timestamp for each call, and set the clock of the machine that calls.",
                    "Set the clock of this machine, then repeat the command.")),
    RUN_MEMORY(
            "run.memory",
            ProblemOwner.PROGRAM,
            ExitClass.LIMIT,
            Remedy.of("Raise the document's limit on memory, have the program use less, or use more processes where"
                            + " the partition gives memory by slots.")
                    .onPages("Raise the memory limit, have the program use less, or use more processes where the"
                            + " partition gives memory by slots.")),
    VALUE_INEXACT(
            "sql.value-inexact",
            ProblemOwner.DOCUMENT,
            ExitClass.REFUSED,
            Remedy.of("Have the statement give the value as a text by a CAST of the database, or leave it out.")),
    DRIVER_FAILED(
            "sql.driver-failed",
            ProblemOwner.OPERATOR,
            ExitClass.REFUSED,
            Remedy.of("Ask the operator to bring another version of the source's driver; the detail has its words, the"
                    + " service's log the rest.")),
    VARIABLE_REFUSED(
            "launch.variable-refused",
            ProblemOwner.DOCUMENT,
            ExitClass.NOT_ALLOWED,
            new Remedy(
                    "Leave the variable out, or ask your operator to allow it on this partition.",
                    "Leave the variable out, or ask the operator to allow it on this partition; the operation"
                            + " capabilities lists those that are allowed.",
                    "Leave the variable out. One that some documents may set can be listed by the operator in"
                            + " slipway.partitions.NAME.environment; `slipway capabilities` tells what is listed.")),
    USERS_PROGRAM_REFUSED(
            "launch.users-program-refused",
            ProblemOwner.OPERATOR,
            ExitClass.NOT_ALLOWED,
            new Remedy(
                    "Choose a program that the operator has installed, or ask your operator for a partition that"
                            + " runs users' programs.",
                    "Name a program of the application folders, or a partition that runs users' programs, as the"
                            + " operation capabilities lists them.",
                    "Name a program of the application folders, or a partition that runs users' programs. The"
                            + " operator allows them for a partition by"
                            + " slipway.partitions.NAME.users-programs: true.")),
    RUNS_AS_SERVICE(
            "launch.runs-as-service",
            ProblemOwner.OPERATOR,
            ExitClass.REFUSED,
            new Remedy(
                    "Ask your operator: the service may not start programs yet.",
                    "Ask the operator: the service may not start programs of other users yet.",
                    "Ask the operator to start the service as root, where each run has a user of its own, or to set"
                            + " slipway.runs-as-service: true.")),
    DOCUMENT_QUOTA(
            "document.quota",
            ProblemOwner.CALLER,
            ExitClass.LIMIT,
            new Remedy(
                    "Upload data as a file instead of typing them, or ask your operator for more room.",
                    "Bring data with the operation upload or from a place in the stead of sw:Inline, or ask the"
                            + " operator for more room.",
                    "Bring data by `slipway upload` or from a place in the stead of sw:Inline, or ask the operator"
                            + " for a larger slipway.limits.document-bytes-per-user.")),
    CLUSTER_AWAY(
            "cluster.away",
            ProblemOwner.CLUSTER,
            ExitClass.OUTAGE,
            Remedy.of("Nothing to do: the job goes on when the cluster answers again.")),
    CLUSTER_ENDING(
            "cluster.ending",
            ProblemOwner.CLUSTER,
            ExitClass.OUTAGE,
            Remedy.of("Nothing to do: the job ends when the cluster has ended its run.")),
    RUN_HOST_AWAY(
            "run.host-away",
            ProblemOwner.CLUSTER,
            ExitClass.OUTAGE,
            Remedy.of("Nothing to do: the run starts when enough hosts of its partition answer again.")),
    RUN_HOST_ENDING(
            "run.host-ending",
            ProblemOwner.CLUSTER,
            ExitClass.OUTAGE,
            Remedy.of("Nothing to do: the job ends when the host that the message names has ended its part of the run."
                    + " Ask the operator to bring that host back.")),
    CLUSTER_REFUSED(
            "cluster.refused",
            ProblemOwner.DOCUMENT,
            ExitClass.REFUSED,
            Remedy.of("Correct what the message names; the detail has the cluster's own words. If the document does"
                            + " not set it, ask the operator.")
                    .onPages("Correct what the message names. If none of your fields sets it, ask your operator.")),
    CLUSTER_ACCOUNT(
            "cluster.no-account",
            ProblemOwner.OPERATOR,
            ExitClass.NOT_ALLOWED,
            new Remedy(
                    "Ask your operator for an account on that cluster.",
                    "Ask the operator for an account on that cluster.",
                    "Ask the operator for an account on that cluster: slipway.clusters.NAME.accounts.")),
    MPI_UNFIT(
            "launch.mpi-unfit",
            ProblemOwner.DOCUMENT,
            ExitClass.DOCUMENT,
            Remedy.of("Name the implementation of MPI for which the program was built, or a program built for the one"
                    + " named.")),
    CLUSTER_NODE_LOST(
            "run.node-lost",
            ProblemOwner.CLUSTER,
            ExitClass.JOB_FAILED,
            Remedy.of("Submit the job again: the cluster gives it other hosts.")),
    CLUSTER_TIME(
            "run.cluster-time",
            ProblemOwner.PROGRAM,
            ExitClass.LIMIT,
            Remedy.of("Ask for a longer wall time, or for less work; the cluster's queue may allow less than the"
                    + " partition here.")),
    CLUSTER_MEMORY(
            "run.cluster-memory",
            ProblemOwner.PROGRAM,
            ExitClass.LIMIT,
            Remedy.of("Ask for more memory on each host, have the program use less, or use more hosts.")),
    CLUSTER_CANCELLED(
            "run.cancelled-by-others",
            ProblemOwner.CLUSTER,
            ExitClass.JOB_FAILED,
            Remedy.of("Ask the operators of the cluster why they ended it, or submit the job again.")),
    CLUSTER_PREEMPTED(
            "run.preempted",
            ProblemOwner.CLUSTER,
            ExitClass.JOB_FAILED,
            Remedy.of("Submit the job again, or ask for a quality of service that is not preempted.")),
    STREAM_LAUNCHER_BROKEN(
            "launch.stream-launcher-broken",
            ProblemOwner.OPERATOR,
            ExitClass.REFUSED,
            new Remedy(
                    "Ask your operator to set up stream applications.",
                    "Ask the operator to set up stream applications; jobs without one do not need that.",
                    "Ask the operator to name the program stream-launch in slipway.stream-launcher; jobs without a"
                            + " stream application do not need it."));

    private final String id;
    private final ProblemOwner owner;
    private final ExitClass exitClass;
    private final Remedy remedy;

    ProblemCode(String id, ProblemOwner owner, ExitClass exitClass, Remedy remedy) {
        this.id = id;
        this.owner = owner;
        this.exitClass = exitClass;
        this.remedy = remedy;
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
        return remedy;
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

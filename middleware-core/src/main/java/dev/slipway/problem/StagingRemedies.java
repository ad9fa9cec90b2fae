package dev.slipway.problem;

import static java.util.Map.entry;

import java.util.Map;

/** The remedies of the problems of steps, data and places. */
final class StagingRemedies {
    static final Map<ProblemCode, Remedy> ALL = Map.ofEntries(
            entry(ProblemCode.STEP_GIVEN_UP, Remedy.of("Nothing to do: the job was ended without this step.")),
            entry(
                    ProblemCode.STATEMENT_REFUSED,
                    Remedy.of("Correct what the message names; where the database refused the statement, its own"
                            + " words stand in the detail.")),
            entry(
                    ProblemCode.PARAMETER_INVALID,
                    Remedy.of("Correct the parameter file or the columns that the step names.")),
            entry(
                    ProblemCode.ROW_REJECTED,
                    Remedy.of("Correct the row named in the detail; nothing of this step was stored.")),
            entry(
                    ProblemCode.ROW_NOT_STORED,
                    Remedy.of("Correct the row, or say in the statement that rows may be left out (ON CONFLICT DO"
                            + " NOTHING, MERGE, INSERT IGNORE, UPDATE IGNORE); nothing of this step was stored.")),
            entry(
                    ProblemCode.DATABASE_LOGIN,
                    Remedy.of("Ask the operator to check the source's user, password, rights and certificate.")),
            entry(
                    ProblemCode.DATABASE_UNREACHABLE,
                    Remedy.of("Nothing to do: the job goes on when the database answers again.")),
            entry(
                    ProblemCode.STORE_UNDECIDED,
                    Remedy.of("Ask the operator whether the job's rows are in the database; it cannot tell any"
                            + " more.")),
            entry(
                    ProblemCode.DATABASE_RIGHT,
                    Remedy.of("Ask the operator to grant the source's user what the detail names, or name another"
                            + " source.")),
            entry(
                    ProblemCode.DATABASE_NOT_SET_UP,
                    Remedy.of("Ask the operator to set the source up as the detail says.")),
            entry(
                    ProblemCode.SNAPSHOT_LOST,
                    Remedy.of("Nothing to do: stage-in begins anew, and all extracts read a new snapshot.")),
            entry(
                    ProblemCode.HOST_KEY,
                    new Remedy(
                            "Ask your operator whether the host is new or was reinstalled; its key is not the known"
                                    + " one.",
                            "Ask the operator whether the host is new or was reinstalled; its key is not the known"
                                    + " one.",
                            "Ask the operator whether the host is new or was reinstalled; if so, to bring its key"
                                    + " into known_hosts.")),
            entry(
                    ProblemCode.HOST_LOGIN,
                    Remedy.of("Ask the operator to check the host's user and its key or password.")),
            entry(
                    ProblemCode.CREDENTIAL_REFUSED,
                    new Remedy(
                            "Check the user on that host, and type the password again.",
                            "Check user and password at that host, and seal the password anew with a key of the"
                                    + " operation publicKeys.",
                            "Check user and password at that host, and seal the password anew: `slipway seal`.")),
            entry(
                    ProblemCode.HOST_NO_SFTP,
                    new Remedy(
                            "Ask your operator to allow file transfers on that host, or copy single files.",
                            "Ask the operator to allow SFTP on that host, or move single files.",
                            "Ask the operator for a line `Subsystem sftp internal-sftp` in that host's sshd_config,"
                                    + " or move single files.")),
            entry(
                    ProblemCode.HOST_UNREACHABLE,
                    Remedy.of("Nothing to do: the job goes on when the host answers again.")),
            entry(ProblemCode.REMOTE_FILE, Remedy.of("Check the path and its rights on the remote host.")),
            entry(
                    ProblemCode.SITE_ANSWER,
                    Remedy.of("Check what the step asks the site for; the detail has what the site answered.")),
            entry(
                    ProblemCode.SITE_REFUSED,
                    new Remedy(
                            "Ask your operator to check the login and the certificate of the web site.",
                            "Ask the operator to check the site's secret, its rights and its certificate.",
                            "Ask the operator to check the site's secret, its rights and its ca-file.")),
            entry(
                    ProblemCode.SITE_UNREACHABLE,
                    Remedy.of("Nothing to do: the job goes on when the site answers again.")),
            entry(
                    ProblemCode.FOLDER_FILE,
                    Remedy.of("Check the path and the rights of the service in the operator's folder.")),
            entry(
                    ProblemCode.FOLDER_UNREACHABLE,
                    Remedy.of("Ask the operator whether the folder is mounted; the job goes on when it is there.")),
            entry(
                    ProblemCode.SHEET_INVALID,
                    Remedy.of("Correct the workbook, or the sheet and range that the step names.")),
            entry(
                    ProblemCode.STEP_MEMORY,
                    Remedy.of("Have it move shorter rows or values, or ask the operator to give the service more"
                            + " memory.")),
            entry(
                    ProblemCode.FILE_EXISTS,
                    Remedy.of("Use another file name, or the creation flag overwrite, or append, to a file of the"
                                    + " same columns and compression.")
                            .onPages("Choose another file name, or have the step overwrite the file or append to"
                                    + " it.")),
            entry(ProblemCode.FILE_MISSING, Remedy.of("Check that an earlier step or the program writes this file.")),
            entry(
                    ProblemCode.FILE_CORRUPT,
                    Remedy.of("Have the file staged or written again; if it happens twice, check its source, or the"
                            + " program that writes it.")),
            entry(
                    ProblemCode.CONTRACT_BROKEN,
                    Remedy.of("Correct the data at their source, or what sw:Contract in the document asks of them.")
                            .onPages("Correct the data at their source, or the checks of this step.")),
            entry(
                    ProblemCode.STEP_STALLED,
                    new Remedy(
                            "Nothing to do: the step is tried again. If it happens again, ask your operator about"
                                    + " the place.",
                            "Nothing to do: the step is tried again. If it comes again, ask the operator about the"
                                    + " place.",
                            "Nothing to do: the step is tried again. If it comes again, ask the operator about the"
                                    + " place, and about slipway.limits.step-idle-time or step-least-rate.")),
            entry(ProblemCode.PLACE_PAUSED, Remedy.of("Wait: an operator lets it go on again.")),
            entry(
                    ProblemCode.PLACE_REMOVED,
                    new Remedy(
                            "Ask your operator; the job goes on when the place is configured again.",
                            "Ask the operator; the job goes on when the place is configured again.",
                            "Ask the operator; the job goes on when the place is in slipway.yaml again.")),
            entry(
                    ProblemCode.OUTAGE_TOO_LONG,
                    Remedy.of("Submit the job again when the operator has brought back what the message names.")),
            entry(
                    ProblemCode.VALUE_INEXACT,
                    Remedy.of("Have the statement give the value as a text by a CAST of the database, or leave it"
                            + " out.")),
            entry(
                    ProblemCode.DRIVER_FAILED,
                    Remedy.of("Ask the operator to bring another version of the source's driver; the detail has its"
                            + " words, the service's log the rest.")));

    private StagingRemedies() {}
}

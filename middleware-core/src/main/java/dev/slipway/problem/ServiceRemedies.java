package dev.slipway.problem;

import static java.util.Map.entry;

import java.util.Map;

/** The remedies of the problems of the service itself. */
final class ServiceRemedies {
    static final Map<ProblemCode, Remedy> ALL = Map.ofEntries(
            entry(ProblemCode.STORAGE_FULL, Remedy.of("Nothing to do: the job goes on when there is space again.")),
            entry(
                    ProblemCode.STORE_UNREACHABLE,
                    Remedy.of("Wait: the service goes on by itself when its own database answers again.")),
            entry(
                    ProblemCode.SETTINGS_REFUSED,
                    new Remedy(
                            "Correct the settings as the detail says and read them again, or restart the service for"
                                    + " those that need it.",
                            "Correct the settings as the detail says and reload them again, or restart the service"
                                    + " for keys that need it.",
                            "Correct slipway.yaml as the detail says and reload again, or restart the service for"
                                    + " keys that need it.")),
            entry(
                    ProblemCode.STORE_FULL,
                    Remedy.of("Submit again later: the operator has to free space on the disk of the service's"
                            + " own database.")),
            entry(
                    ProblemCode.MAIL_OFF,
                    Remedy.of("Ask the operator for a mail server.")
                            .atShell("Ask the operator to name a mail server in slipway.mail.")),
            entry(
                    ProblemCode.INTERNAL,
                    Remedy.of("Report the reference to the operator; the service's log has the cause.")
                            .onPages("Give your operator the reference; it leads to the cause.")),
            entry(
                    ProblemCode.JOURNAL_CORRUPT,
                    new Remedy(
                            "Ask your operator to verify the audit of this job. All other jobs go on.",
                            "Ask an operator to verify the job's record, with the operation auditVerify; the job is"
                                    + " left as it stands, all others go on.",
                            "Ask an operator to run `slipway audit verify`; the job is left as it stands, all"
                                    + " others go on.")));

    private ServiceRemedies() {}
}

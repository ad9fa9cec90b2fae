package dev.slipway.problem;

import static java.util.Map.entry;

import java.util.Map;

/** The remedies of the problems of callers, and of the jobs that they name. */
final class CallerRemedies {
    static final Map<ProblemCode, Remedy> ALL = Map.ofEntries(
            entry(
                    ProblemCode.NOT_AUTHENTICATED,
                    new Remedy(
                            "Sign in again. Passwords distinguish upper and lower case letters.",
                            "Send a user name and a password (case-sensitive), or the token of a login that has not"
                                    + " ended; else log in anew.",
                            "Check the user of the profile and the password (case-sensitive), or log in anew:"
                                    + " `slipway login`.")),
            entry(
                    ProblemCode.NOT_AUTHORISED,
                    new Remedy(
                            "Ask your operator for the role that this needs.",
                            "Ask an operator for the role that this call needs.",
                            "Ask an operator for the role that this verb needs.")),
            entry(
                    ProblemCode.JOB_UNKNOWN,
                    new Remedy(
                            "Look for it in the list of jobs, which shows the jobs you may see.",
                            "Check the token with the operation list; you see your own jobs only.",
                            "Check the token with `slipway list`; you see your own jobs only.")),
            entry(
                    ProblemCode.JOB_STATE,
                    new Remedy(
                            "Look at the job first: it may have moved on since this page was opened.",
                            "Look first: the operation status tells where a job or a group stands, list the jobs of"
                                    + " a group.",
                            "Look first: `slipway status TOKEN`, `slipway list --group TOKEN`.")),
            entry(
                    ProblemCode.RESULT_UNKNOWN,
                    new Remedy(
                            "The job's page lists its results.",
                            "List the job's results first, with the operation results.",
                            "List the job's results first: `slipway results TOKEN`.")),
            entry(
                    ProblemCode.RESULT_EXPIRED,
                    Remedy.of("Submit the job again if you still need them, and fetch results before their time"
                            + " is over.")),
            entry(
                    ProblemCode.CALL_INVALID,
                    new Remedy(
                            "Go back, reload the page and try again.",
                            "Send a SOAP 1.1 call that fits the service's WSDL.",
                            "Correct what the message names; `slipway help VERB` tells what a verb takes.")),
            entry(
                    ProblemCode.AUDIT_BUSY,
                    Remedy.of("Wait for the other verification to end and ask again, or verify one job.")),
            entry(
                    ProblemCode.NOT_GRANTED,
                    new Remedy(
                            "Ask your operator for the right to use it, or choose another place.",
                            "Ask an operator for a grant of it; the operation capabilities lists what your jobs may"
                                    + " name.",
                            "Ask an operator for it: `slipway user grant USER --source NAME` for reading a database,"
                                    + " --store NAME for storing there, or --host, --site or --folder.")),
            entry(
                    ProblemCode.PASSWORD_DIGEST,
                    new Remedy(
                            "Sign in on the page of the service.",
                            "Send the password as PasswordText: TLS hides it, and the service keeps no password that"
                                    + " a digest could be checked with.",
                            "Log in with the password itself, which TLS hides: `slipway login`.")),
            entry(
                    ProblemCode.USER_UNKNOWN,
                    new Remedy(
                            "Look for the user in the list of users.",
                            "Look at the users first, with the operation users.",
                            "Look at the users first: `slipway user list`.")),
            entry(
                    ProblemCode.USER_EXISTS,
                    new Remedy(
                            "Choose another name, or open that user in the list to change it.",
                            "Choose another name, or change that user with the operations userGrant, userRevoke and"
                                    + " userPassword.",
                            "Choose another name, or change that user: `slipway user grant`, `revoke` or `passwd`.")),
            entry(
                    ProblemCode.CALLBACK_REFUSED,
                    new Remedy(
                            "Ask your operator which places may be notified.",
                            "Name a place that the operation capabilities lists as a callback, or ask the operator"
                                    + " to allow it.",
                            "Name a place that the operator lists in slipway.callbacks.hosts.")),
            entry(
                    ProblemCode.QUEUE_QUOTA,
                    new Remedy(
                            "Wait until some jobs have started, cancel what is not needed, or ask your operator for"
                                    + " a higher limit.",
                            "Wait until some have started, cancel what is not needed, or ask the operator for a"
                                    + " higher limit.",
                            "Wait until some have started, cancel what is not needed, or ask the operator for a"
                                    + " larger slipway.limits.waiting-jobs-per-user.")),
            entry(ProblemCode.USER_INVALID, Remedy.of("Correct what the message names and call again.")),
            entry(
                    ProblemCode.CALL_EXPIRED,
                    new Remedy(
                            "Reload the page and try again.",
                            "Make a new Timestamp for each call, and set the clock of the machine that calls.",
                            "Set the clock of this machine, then repeat the command.")));

    private CallerRemedies() {}
}

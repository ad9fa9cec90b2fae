package dev.slipway.problem;

import static java.util.Map.entry;

import java.util.Map;

/** The remedies of the problems of documents, forms and uploads. */
final class DocumentRemedies {
    static final Map<ProblemCode, Remedy> ALL = Map.ofEntries(
            entry(
                    ProblemCode.DOCUMENT_MALFORMED,
                    new Remedy(
                            "Correct the document; each problem is listed with its line.",
                            "Correct the document; each finding names its line.",
                            "Correct the document; `slipway validate FILE` lists every problem with its line.")),
            entry(
                    ProblemCode.DOCUMENT_FORBIDDEN,
                    Remedy.of("Remove the DTD and its entities; a job document needs neither.")),
            entry(
                    ProblemCode.DOCUMENT_INVALID,
                    Remedy.of("Correct the elements named in the detail and submit again.")),
            entry(
                    ProblemCode.SUBMISSION_CONFLICT,
                    new Remedy(
                            "Reload the page and try again: this was submitted before, with other values.",
                            "Give the changed document another sid, or submit the same document again.",
                            "Give the changed document another --sid, or submit the same document again.")),
            entry(
                    ProblemCode.DOCUMENT_NOT_OFFERED,
                    Remedy.of("The document is clear; leave out or replace what the detail names, which this service"
                            + " does not offer.")),
            entry(
                    ProblemCode.SWEEP_TOO_LARGE,
                    new Remedy(
                            "Split the sweep into several jobs, or ask your operator for a higher limit.",
                            "Sweep over parts, one document for each, or ask the operator for a higher limit.",
                            "Sweep over parts, one document for each, or ask the operator for a larger"
                                    + " slipway.limits.jobs-per-sweep.")),
            entry(
                    ProblemCode.FORM_UNKNOWN,
                    new Remedy(
                            "Look at the list of your drafts, templates or schedules; what is not yours and not"
                                    + " shared is not shown.",
                            "Look first, with the operation drafts, templates or schedules; what is not yours and"
                                    + " not shared is not shown.",
                            "Look first: `slipway template list`, `slipway schedule list`, `slipway draft list`;"
                                    + " what is not yours and not shared is not shown.")),
            entry(
                    ProblemCode.FORM_CHANGED,
                    new Remedy(
                            "It was changed since you opened it, here or in another window: look at it again, then"
                                    + " do yours.",
                            "It was changed since you looked at it: look at it again, then repeat the call.",
                            "It was changed since you looked at it: look at it again, then repeat the command.")),
            entry(ProblemCode.FORM_INVALID, Remedy.of("Correct what the message names and send it again.")),
            entry(ProblemCode.FORM_QUOTA, Remedy.of("Remove some that you do not need any more, then try again.")),
            entry(
                    ProblemCode.SECRET_INVALID,
                    new Remedy(
                            "Type the password of that user again on the page of the step.",
                            "Seal the password anew for this submitter, host and user, with a key of the operation"
                                    + " publicKeys.",
                            "Seal the password anew for this submitter, host and user: `slipway seal`.")),
            entry(
                    ProblemCode.SECRET_CLEAR,
                    new Remedy(
                            "Type the password into its field on the page of the step.",
                            "Put the password, sealed with a key of the operation publicKeys, in the password's"
                                    + " place.",
                            "Put what `slipway seal --host HOST --user USER` prints in the password's place.")),
            entry(
                    ProblemCode.CREDENTIAL_CLOSED,
                    new Remedy(
                            "Leave out user and password, or ask your operator to allow them for that host.",
                            "Leave out user and password, or ask the operator to allow them for that host.",
                            "Leave out user and password, or ask the operator for document-credentials of that"
                                    + " host.")),
            entry(
                    ProblemCode.UPLOAD_UNKNOWN,
                    new Remedy(
                            "Upload the file again on the page of the step.",
                            "Upload the file with the operation upload and submit again; the same bytes have the"
                                    + " same name.",
                            "Upload the file and submit again: `slipway upload FILE`; the same bytes have the"
                                    + " same name.")),
            entry(
                    ProblemCode.UPLOAD_TOO_LARGE,
                    new Remedy(
                            "Choose a smaller file, or have your operator put it on a host or into a database.",
                            "Put the file on a host or into a database that jobs may name, or ask the operator for a"
                                    + " higher limit.",
                            "Put the file on a host or into a database that jobs may name, or ask the operator for a"
                                    + " larger slipway.uploads.largest.")),
            entry(
                    ProblemCode.UPLOAD_QUOTA,
                    new Remedy(
                            "Wait until older uploads are no longer needed, or ask your operator for more room.",
                            "Wait until older uploads are no longer needed and removed, or ask the operator for"
                                    + " more room.",
                            "Wait until older uploads are no longer needed and removed, or ask the operator for a"
                                    + " larger slipway.uploads.per-user.")),
            entry(ProblemCode.PLAN_BUSY, Remedy.of("Wait for the other plan to end and ask again.")),
            entry(
                    ProblemCode.SOURCE_UNKNOWN,
                    Remedy.of("Use a source, host, site or folder that the operator has configured.")
                            .onPages("Choose a database, host, web site or folder of the list.")),
            entry(
                    ProblemCode.QUERY_INVALID,
                    Remedy.of("Correct the query's body or its ?; each ? stands alone as a value, and"
                                    + " sw:ParameterRows gives it one.")
                            .onPages("Correct the text that is sent; each ? stands alone as a value.")),
            entry(
                    ProblemCode.DOCUMENT_QUOTA,
                    new Remedy(
                            "Upload data as a file instead of typing them, or ask your operator for more room.",
                            "Bring data with the operation upload or from a place in the stead of sw:Inline, or ask"
                                    + " the operator for more room.",
                            "Bring data by `slipway upload` or from a place in the stead of sw:Inline, or ask the"
                                    + " operator for a larger slipway.limits.document-bytes-per-user.")));

    private DocumentRemedies() {}
}

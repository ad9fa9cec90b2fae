package dev.slipway.document;

import dev.slipway.problem.Problem;
import dev.slipway.request.JobRequest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What came of reading a document: what it asks for, or everything that stands in its way. */
public sealed interface ReadDocument {

    /** A document that can be submitted. */
    record Accepted(JobRequest request, List<DocumentProblem> warnings) implements ReadDocument {
        public Accepted {
            warnings = List.copyOf(warnings);
        }

        @Override
        public List<DocumentProblem> problems() {
            return warnings;
        }
    }

    /**
     * A parameter sweep: one request for each of its elements, in the sweep's order, the innermost sweep fastest. Where the document has
     * a submission id, the n-th element's is that id, a dot and n, counted from 1.
     */
    record Swept(List<JobRequest> requests, List<DocumentProblem> warnings) implements ReadDocument {
        public Swept {
            requests = List.copyOf(requests);
            warnings = List.copyOf(warnings);
        }

        /** The submission id of the whole, if the document has one. */
        public Optional<String> submissionId() {
            return requests.get(0).submissionId().map(first -> first.substring(0, first.length() - ".1".length()));
        }

        @Override
        public List<DocumentProblem> problems() {
            return warnings;
        }
    }

    /**
     * A readable job document that asks for something that this version does not offer; at least one problem says what.
     *
     * @param request what of it a request can hold: for people, never to be submitted; empty if that is too little, or for a sweep
     */
    record NotOffered(Optional<JobRequest> request, List<DocumentProblem> problems) implements ReadDocument {
        public NotOffered {
            problems = List.copyOf(problems);
        }

        /** All of it as one problem, for a fault. */
        public Problem problem() {
            return together(problems, DocumentProblem.Severity.NOT_OFFERED);
        }
    }

    /** Bytes that are no job document, or one whose meaning is not clear; holds at least one error. */
    record Refused(List<DocumentProblem> problems) implements ReadDocument {
        public Refused {
            problems = List.copyOf(problems);
        }

        /** All of it as one problem, for a fault. */
        public Problem problem() {
            return together(problems, DocumentProblem.Severity.ERROR);
        }
    }

    /** Everything that was found, in document order; only warnings when the document can be submitted. */
    List<DocumentProblem> problems();

    /** The first problem of the decisive severity as the message, every line in the detail. */
    private static Problem together(List<DocumentProblem> problems, DocumentProblem.Severity decisive) {
        List<DocumentProblem> grave = problems.stream()
                .filter(problem -> problem.severity() == decisive)
                .toList();
        DocumentProblem first = grave.get(0);
        String count = grave.size() == 1 ? "" : " (first of " + grave.size() + " problems)";
        String detail = problems.stream().map(DocumentProblem::entry).collect(Collectors.joining("\n"));
        return new Problem(first.code(), "job document, " + first.text() + count, detail);
    }
}

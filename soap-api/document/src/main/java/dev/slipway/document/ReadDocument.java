package dev.slipway.document;

import dev.slipway.problem.Problem;
import dev.slipway.request.JobRequest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The result of reading a document: the request, or the complete list of problems. */
public sealed interface ReadDocument {

    /** A document that can be submitted. */
    record Accepted(JobRequest request, List<DocumentProblem> warnings) implements ReadDocument {
        public Accepted {
            warnings = List.copyOf(warnings);
        }

        @Override
        public List<JobRequest> requests() {
            return List.of(request);
        }

        @Override
        public List<DocumentProblem> problems() {
            return warnings;
        }
    }

    /**
     * A parameter sweep: one request for each element, in the sweep's order with the innermost sweep fastest. If the
     * document has a submission id, the n-th element has the submission id {@code ID.n}, counted from 1.
     */
    record Swept(List<JobRequest> requests, List<DocumentProblem> warnings) implements ReadDocument {
        public Swept {
            requests = List.copyOf(requests);
            warnings = List.copyOf(warnings);
        }

        /** Returns the submission id of the whole sweep, if the document has one. */
        public Optional<String> submissionId() {
            return requests.get(0).submissionId().map(first -> first.substring(0, first.length() - ".1".length()));
        }

        @Override
        public List<DocumentProblem> problems() {
            return warnings;
        }
    }

    /**
     * A readable job document that asks for something that this version does not offer. At least one problem names the
     * unsupported feature.
     *
     * @param request the part that a request can hold: for people, never to be submitted; empty for a sweep, or if the
     *     part is too small
     */
    record NotOffered(Optional<JobRequest> request, List<DocumentProblem> problems) implements ReadDocument {
        public NotOffered {
            problems = List.copyOf(problems);
        }

        /** Combines all problems into one, for a fault. */
        public Problem problem() {
            return together(problems, DocumentProblem.Severity.NOT_OFFERED);
        }
    }

    /** Bytes that are no job document, or a document without a clear meaning; holds at least one error. */
    record Refused(List<DocumentProblem> problems) implements ReadDocument {
        public Refused {
            problems = List.copyOf(problems);
        }

        /** Combines all problems into one, for a fault. */
        public Problem problem() {
            return together(problems, DocumentProblem.Severity.ERROR);
        }
    }

    /** Returns the requests of all jobs of the document; empty for a document that cannot be submitted. */
    default List<JobRequest> requests() {
        return List.of();
    }

    /** Returns all findings in document order. For a document that can be submitted they are all warnings. */
    List<DocumentProblem> problems();

    /** Takes the first problem of the decisive severity as the message, and puts every line into the detail. */
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

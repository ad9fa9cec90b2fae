package dev.slipway.document;

import dev.slipway.problem.Problem;
import dev.slipway.request.JobRequest;
import java.util.List;
import java.util.stream.Collectors;

/** What came of reading a document: a request, or everything that stands in its way. */
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

    /** A document that cannot; holds at least one error. */
    record Refused(List<DocumentProblem> problems) implements ReadDocument {
        public Refused {
            problems = List.copyOf(problems);
        }

        /** All of it as one problem, for a fault: the first error as the message, every line in the detail. */
        public Problem problem() {
            List<DocumentProblem> errors = problems.stream()
                    .filter(problem -> problem.severity() == DocumentProblem.Severity.ERROR)
                    .toList();
            DocumentProblem first = errors.get(0);
            String count = errors.size() == 1 ? "" : " (first of " + errors.size() + " problems)";
            String detail = problems.stream()
                    .map(problem -> problem.severity().name().toLowerCase(java.util.Locale.ROOT) + ": " + problem.text()
                            + " [" + problem.xpath() + "] " + problem.hint())
                    .collect(Collectors.joining("\n"));
            return new Problem(first.code(), "job document, " + first.text() + count, detail);
        }
    }

    /** Everything that was found, in document order; only warnings when the document was accepted. */
    List<DocumentProblem> problems();
}

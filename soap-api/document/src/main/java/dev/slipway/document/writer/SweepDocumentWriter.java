package dev.slipway.document.writer;

import dev.slipway.document.ReadDocument;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.DocumentParser;
import dev.slipway.document.tree.DocumentRefused;
import dev.slipway.request.JobRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import javax.xml.namespace.QName;

/**
 * Writes jobs that differ in some values as one document: the document of the first job, with a sweep:Sweep that puts
 * the values of all jobs into their places. A single job has its own document. {@link JobDocumentReader} reads equal
 * requests back. Stateless and thread-safe.
 */
public final class SweepDocumentWriter {
    private static final String END = "</jsdl:JobDefinition>";

    private final JobDocumentWriter writer = new JobDocumentWriter();
    private final JobDocumentReader reader = new JobDocumentReader();

    /** One place in the documents, and the value there in each of them. */
    private record Series(String path, List<String> values) {}

    /**
     * @param jobs at least one. All have the same submission id or none; it becomes the id of the sweep, and the reader
     *     gives job n the id {@code ID.n}
     * @throws IllegalArgumentException if no document can hold the jobs, for example because one of them has an
     *     argument that another does not have
     */
    public byte[] write(List<JobRequest> jobs) {
        if (jobs.size() == 1) {
            return writer.write(jobs.get(0));
        }
        List<byte[]> written = jobs.stream().map(writer::write).toList();
        List<Series> series = new ArrayList<>();
        compare(written.stream().map(SweepDocumentWriter::parsed).toList(), series);
        if (series.isEmpty()) {
            throw new IllegalArgumentException("all jobs of the sweep are the same");
        }
        String first = new String(written.get(0), StandardCharsets.UTF_8);
        int end = first.lastIndexOf(END);
        String whole = first.substring(0, end) + sweep(series) + first.substring(end);
        byte[] document = DocumentLayout.of(whole.getBytes(StandardCharsets.UTF_8))
                .document()
                .orElseThrow(() -> new IllegalArgumentException("no job document can hold this sweep"));
        ReadDocument back = reader.read(document);
        if (back instanceof ReadDocument.Swept swept && swept.requests().equals(numbered(jobs))) {
            return document;
        }
        String reason = back.problems().isEmpty()
                ? "it would be read differently"
                : back.problems().get(0).message();
        throw new IllegalArgumentException("no job document can hold this sweep: " + reason);
    }

    private static DocumentElement parsed(byte[] written) {
        try {
            return DocumentParser.parse(written);
        } catch (DocumentRefused e) {
            throw new IllegalStateException("the canonical document of a job is refused", e);
        }
    }

    /** Returns the jobs with the ids that the reader gives them: job n of a sweep with an id has {@code ID.n}. */
    public static List<JobRequest> numbered(List<JobRequest> jobs) {
        return IntStream.range(0, jobs.size())
                .mapToObj(i -> jobs.get(i)
                        .submissionId()
                        .map(id -> jobs.get(i).withSubmissionId(id + "." + (i + 1)))
                        .orElse(jobs.get(i)))
                .toList();
    }

    /** Collects the places where the elements and all that they hold differ. */
    private static void compare(List<DocumentElement> elements, List<Series> series) {
        DocumentElement first = elements.get(0);
        requireAlike(first, elements, DocumentElement::name);
        requireAlike(first, elements, element -> element.attributes().keySet());
        requireAlike(first, elements, element -> element.children().size());
        for (QName attribute : first.attributes().keySet()) {
            String step = attribute.getNamespaceURI().isEmpty() ? attribute.getLocalPart() : Names.label(attribute);
            add(
                    first.xpath() + "/@" + step,
                    elements,
                    element -> element.attributes().get(attribute),
                    series);
        }
        if (first.children().isEmpty()) {
            add(first.xpath(), elements, DocumentElement::text, series);
        }
        for (int i = 0; i < first.children().size(); i++) {
            int child = i;
            compare(
                    elements.stream()
                            .map(element -> element.children().get(child))
                            .toList(),
                    series);
        }
    }

    private static void requireAlike(
            DocumentElement first, List<DocumentElement> elements, Function<DocumentElement, ?> shape) {
        if (!elements.stream().allMatch(element -> shape.apply(element).equals(shape.apply(first)))) {
            throw new IllegalArgumentException("the jobs differ in more than values at " + first.xpath()
                    + ": a value that is empty, or that has several lines, adds or removes a part of the job");
        }
    }

    private static void add(
            String path, List<DocumentElement> elements, Function<DocumentElement, String> value, List<Series> series) {
        List<String> values = elements.stream().map(value).toList();
        if (new HashSet<>(values).size() > 1) {
            series.add(new Series(path, values));
        }
    }

    private static String sweep(List<Series> series) {
        StringBuilder xml = new StringBuilder(
                "<sweep:Sweep xmlns:sweep=\"" + Names.SWEEP + "\" xmlns:sweepfunc=\"" + Names.FUNCTIONS + "\">");
        for (Series one : series) {
            xml.append("<sweep:Assignment><sweep:DocumentNode><sweep:Match>")
                    .append(Escapes.escaped(one.path(), false))
                    .append("</sweep:Match></sweep:DocumentNode><sweepfunc:Values>");
            one.values().forEach(value -> xml.append("<sweepfunc:Value>")
                    .append(Escapes.escaped(value, false))
                    .append("</sweepfunc:Value>"));
            xml.append("</sweepfunc:Values></sweep:Assignment>");
        }
        return xml.append("</sweep:Sweep>").toString();
    }
}

package dev.slipway.contracts;

import dev.slipway.document.DocumentProblem;
import dev.slipway.document.ReadDocument;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.document.writer.JobDocumentWriter;
import dev.slipway.request.JobRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads a folder of other systems' job documents and writes SAMPLES.md: the outcome of each file and the reason. The
 * folder has an INDEX.tsv with each file's name and the verdict of a schema validator.
 */
public final class SampleTable {
    private static final int MOST_REASONS = 3;

    private SampleTable() {}

    /**
     * Describes one file and the outcome.
     *
     * @param converted verdict of the standard's schemas on the documents that convert writes; - if convert writes no
     *     document
     */
    record Row(String file, String schema, String outcome, String code, String converted, String why) {
        boolean isRead() {
            return !outcome.equals("refused");
        }
    }

    /**
     * Runs {@code SampleTable FOLDER HEAD TABLE}: reads FOLDER, and writes the text of HEAD and the table into TABLE.
     */
    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[0]);
        List<Row> rows = new ArrayList<>();
        for (Map.Entry<String, String> file : index(folder).entrySet()) {
            ReadDocument read = new JobDocumentReader().read(Files.readAllBytes(folder.resolve(file.getKey())));
            rows.add(row(file.getKey(), file.getValue(), read));
        }
        Files.writeString(Path.of(arguments[2]), Files.readString(Path.of(arguments[1])) + table(rows));
    }

    private static Map<String, String> index(Path folder) throws IOException {
        Map<String, String> index = new TreeMap<>();
        try (Stream<String> lines = Files.lines(folder.resolve("INDEX.tsv"))) {
            lines.skip(1).map(line -> line.split("\t")).forEach(cells -> index.put(cells[0], cells[1]));
        }
        return index;
    }

    static Row row(String file, String schema, ReadDocument read) {
        String outcome = outcome(read);
        DocumentProblem.Severity decisive =
                switch (outcome) {
                    case "refused" -> DocumentProblem.Severity.ERROR;
                    case "read, not offered" -> DocumentProblem.Severity.NOT_OFFERED;
                    default -> DocumentProblem.Severity.WARNING;
                };
        List<DocumentProblem> reasons = read.problems().stream()
                .filter(problem -> problem.severity() == decisive)
                .toList();
        String code = reasons.isEmpty() || decisive == DocumentProblem.Severity.WARNING
                ? "-"
                : reasons.get(0).code().id();
        return new Row(file, schema, outcome, code, converted(read), why(reasons));
    }

    private static String converted(ReadDocument read) {
        List<JobRequest> requests = read.requests();
        if (requests.isEmpty()) {
            return "-";
        }
        return requests.stream()
                        .map(new JobDocumentWriter()::write)
                        .allMatch(document -> StandardSchemas.faults(document).isEmpty())
                ? "valid"
                : "INVALID";
    }

    private static String outcome(ReadDocument read) {
        if (read instanceof ReadDocument.Refused) {
            return "refused";
        }
        if (read instanceof ReadDocument.NotOffered) {
            return "read, not offered";
        }
        return read instanceof ReadDocument.Swept swept
                ? "read, " + swept.requests().size() + " jobs"
                : "read";
    }

    private static String why(List<DocumentProblem> reasons) {
        List<String> distinct = reasons.stream()
                .map(problem -> problem.message().replace("|", "\\|").replace(" cannot be done in this version", ""))
                .distinct()
                .toList();
        String more = distinct.size() > MOST_REASONS ? "; and " + (distinct.size() - MOST_REASONS) + " more" : "";
        return String.join("; ", distinct.subList(0, Math.min(MOST_REASONS, distinct.size()))) + more;
    }

    private static String table(List<Row> rows) {
        StringBuilder text = new StringBuilder();
        Map<String, List<Row>> kinds = new LinkedHashMap<>();
        for (Row row : rows) {
            String schema = row.schema().replaceFirst(" .*", "");
            kinds.computeIfAbsent(schema, kind -> new ArrayList<>()).add(row);
        }
        text.append("| by the schemas | files | read | of these submittable | refused |\n|---|---|---|---|---|\n");
        kinds.forEach((kind, of) -> {
            long read = of.stream().filter(Row::isRead).count();
            long whole = of.stream()
                    .filter(row -> row.isRead() && !row.outcome().equals("read, not offered"))
                    .count();
            text.append("| ")
                    .append(kind)
                    .append(" | ")
                    .append(of.size())
                    .append(" | ")
                    .append(read);
            text.append(" | ")
                    .append(whole)
                    .append(" | ")
                    .append(of.size() - read)
                    .append(" |\n");
        });
        text.append("\n| file | by the schemas | outcome | code | converted | why, or warnings |\n"
                + "|---|---|---|---|---|---|\n");
        for (Row row : rows) {
            text.append("| ")
                    .append(String.join(
                            " | ", row.file(), row.schema(), row.outcome(), row.code(), row.converted(), row.why()));
            text.append(" |\n");
        }
        return text.toString();
    }
}

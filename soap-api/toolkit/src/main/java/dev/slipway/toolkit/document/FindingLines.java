package dev.slipway.toolkit.document;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Prints findings in a document. The first line of a finding has the form that editors jump to; the document's own
 * line, the element and the remedy follow. Findings of one kind are told once, with all their lines.
 */
final class FindingLines {
    private static final List<String> NOT_OFFERED_CODES = List.of("document.not-offered", "secret.clear");

    private FindingLines() {}

    static List<String> lines(Path file, List<Answer> findings) {
        Map<String, List<Answer>> kinds = new LinkedHashMap<>();
        for (Answer finding : findings) {
            String kind = severity(finding) + finding.text("code") + finding.text("message") + finding.text("hint");
            kinds.computeIfAbsent(kind, any -> new ArrayList<>()).add(finding);
        }
        SourceLines source = SourceLines.of(file, findings);
        List<String> lines = new ArrayList<>();
        for (List<Answer> same : kinds.values()) {
            Answer finding = same.get(0);
            lines.add(place(file, finding) + ": " + severity(finding) + ": " + finding.text("message") + code(finding));
            source.quote((int) finding.number("line")).ifPresent(text -> lines.add("    > " + text));
            lines.add("    " + finding.text("xpath"));
            if (same.size() > 1) {
                lines.add("    the same on line" + (same.size() > 2 ? "s " : " ")
                        + same.stream().skip(1).map(one -> one.text("line")).collect(Collectors.joining(", ")));
            }
            lines.add("    " + finding.text("hint"));
        }
        return lines;
    }

    /** Returns the severity. The service calls what is not offered an error; only its code tells it apart. */
    private static String severity(Answer finding) {
        return NOT_OFFERED_CODES.contains(finding.text("code"))
                ? "not offered"
                : finding.text("severity").toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Returns the code of an error. A warning refuses nothing, so its reader needs no code to look for. */
    private static String code(Answer finding) {
        return finding.text("severity").equals("WARNING") ? "" : " [" + finding.text("code") + "]";
    }

    /** Returns the verdict on a document without asking the schemas, from the status with which submit would end. */
    static String verdict(int status) {
        return verdict(status, "readable");
    }

    /**
     * Returns the verdict with the given word for a document whose meaning is clear.
     *
     * @param word valid if the schemas accept the document, else readable
     */
    static String verdict(int status, String word) {
        if (!isReadable(status)) {
            return "not readable";
        }
        return switch (status) {
            case ExitStatus.OK -> word;
            case ExitStatus.DOCUMENT_NOT_OFFERED, ExitStatus.SECRET_CLEAR ->
                word + ", but submit would refuse what is not offered (" + status + ")";
            default -> word + ", but submit would refuse it (" + status + ")";
        };
    }

    /** Returns the last word on a document that submit has refused with this status. */
    static String refusal(int status) {
        return isNotOffered(status) ? "not submitted: it asks for what is not offered" : verdict(status);
    }

    private static String place(Path file, Answer finding) {
        long line = finding.number("line");
        return file + (line > 0 ? ":" + line + ":" + finding.number("column") : "");
    }

    /** Returns findings of the local reader in the form of the service's. */
    static List<Answer> answers(List<LocalDocuments.Finding> findings) {
        return findings.stream().map(FindingLines::answer).toList();
    }

    private static Answer answer(LocalDocuments.Finding finding) {
        Answer answer = new Answer("finding");
        field(answer, "code", finding.code());
        field(answer, "severity", finding.severity());
        field(answer, "xpath", finding.xpath());
        field(answer, "line", Integer.toString(finding.line()));
        field(answer, "column", Integer.toString(finding.column()));
        field(answer, "message", finding.message());
        field(answer, "hint", finding.hint());
        return answer;
    }

    private static void field(Answer answer, String name, String value) {
        Answer field = new Answer(name);
        field.append(value);
        answer.children().add(field);
    }

    /** Returns the status with which submit would end. */
    static int status(List<Answer> findings) {
        // The service also reports features that are not offered as errors. Errors that make the document unclear
        // decide first, as at submit.
        return findings.stream()
                .filter(finding -> finding.text("severity").equals(LocalDocuments.ERROR))
                .filter(finding -> !NOT_OFFERED_CODES.contains(finding.text("code")))
                .findFirst()
                .or(() -> first(findings, LocalDocuments.ERROR))
                .or(() -> first(findings, LocalDocuments.NOT_OFFERED))
                .map(FindingLines::status)
                .orElse(ExitStatus.OK);
    }

    /**
     * Returns the status of one finding. The service tells the status; a finding of this machine is always a problem of
     * the document.
     */
    private static int status(Answer finding) {
        if (finding.find("exitStatus").isPresent()) {
            return (int) finding.number("exitStatus");
        }
        return switch (finding.text("code")) {
            case "document.malformed" -> ExitStatus.DOCUMENT_MALFORMED;
            case "document.forbidden-xml" -> ExitStatus.DOCUMENT_FORBIDDEN;
            case "document.not-offered" -> ExitStatus.DOCUMENT_NOT_OFFERED;
            case "secret.clear" -> ExitStatus.SECRET_CLEAR;
            default -> ExitStatus.DOCUMENT_INVALID;
        };
    }

    /** Returns whether the meaning of a document with this status is clear. */
    static boolean isReadable(int status) {
        return switch (status) {
            case ExitStatus.DOCUMENT_MALFORMED, ExitStatus.DOCUMENT_FORBIDDEN, ExitStatus.DOCUMENT_INVALID -> false;
            default -> true;
        };
    }

    /** Returns whether a document with this status is readable, but asks for something that is not offered. */
    static boolean isNotOffered(int status) {
        return status == ExitStatus.DOCUMENT_NOT_OFFERED || status == ExitStatus.SECRET_CLEAR;
    }

    private static Optional<Answer> first(List<Answer> findings, String severity) {
        return findings.stream()
                .filter(finding -> finding.text("severity").equals(severity))
                .findFirst();
    }
}

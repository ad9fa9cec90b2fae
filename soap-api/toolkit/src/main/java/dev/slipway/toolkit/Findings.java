package dev.slipway.toolkit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Findings in a document, each with a first line in the form that editors jump to, its element and what to do. */
final class Findings {
    private Findings() {}

    static List<String> lines(Path file, List<Answer> findings) {
        List<String> lines = new ArrayList<>();
        for (Answer finding : findings) {
            lines.add(place(file, finding) + ": " + severity(finding) + ": " + finding.text("message") + code(finding));
            lines.add("    " + finding.text("xpath"));
            lines.add("    " + finding.text("hint"));
        }
        return lines;
    }

    /** The service calls what is not offered an error; its code tells it apart. */
    private static String severity(Answer finding) {
        return List.of("document.not-offered", "secret.clear").contains(finding.text("code"))
                ? "not offered"
                : finding.text("severity").toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Warnings refuse nothing, so there is no code to look for. */
    private static String code(Answer finding) {
        return finding.text("severity").equals("WARNING") ? "" : " [" + finding.text("code") + "]";
    }

    /** The last word on a document that submit ends with this status for. */
    static String verdict(int status) {
        return switch (status) {
            case ExitStatus.OK -> "valid";
            case ExitStatus.DOCUMENT_MALFORMED, ExitStatus.DOCUMENT_FORBIDDEN, ExitStatus.DOCUMENT_INVALID ->
                "not valid";
            case ExitStatus.DOCUMENT_NOT_OFFERED, ExitStatus.SECRET_CLEAR ->
                "valid, but submit would refuse what is not offered (" + status + ")";
            default -> "valid, but submit would refuse it (" + status + ")";
        };
    }

    /** The last word on a document that submit has refused with this status. */
    static String refusal(int status) {
        return isNotOffered(status) ? "not submitted: it asks for what is not offered" : verdict(status);
    }

    private static String place(Path file, Answer finding) {
        long line = finding.number("line");
        return file + (line > 0 ? ":" + line + ":" + finding.number("column") : "");
    }

    /** Findings of the local reader in the form of the service's. */
    static List<Answer> answers(List<LocalDocuments.Finding> findings) {
        return findings.stream().map(Findings::answer).toList();
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

    /** The status that submit would end with. */
    static int status(List<Answer> findings) {
        return first(findings, LocalDocuments.ERROR)
                .or(() -> first(findings, LocalDocuments.NOT_OFFERED))
                .map(Findings::status)
                .orElse(ExitStatus.OK);
    }

    /** The service tells it; a document that this machine judged has problems of documents only. */
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

    /** Whether a document that ends with this status is valid, but would not be taken. */
    static boolean isNotOffered(int status) {
        return status == ExitStatus.DOCUMENT_NOT_OFFERED || status == ExitStatus.SECRET_CLEAR;
    }

    private static Optional<Answer> first(List<Answer> findings, String severity) {
        return findings.stream()
                .filter(finding -> finding.text("severity").equals(severity))
                .findFirst();
    }
}

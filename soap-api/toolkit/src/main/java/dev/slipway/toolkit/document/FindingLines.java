package dev.slipway.toolkit.document;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
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

    /** Codes of documents whose meaning is not clear. */
    private static final List<String> UNREADABLE_CODES =
            List.of("document.malformed", "document.forbidden-xml", "document.invalid");

    private FindingLines() {}

    /** @param name the document's name in messages */
    static List<String> lines(String name, byte[] document, List<Answer> findings) {
        Map<String, List<Answer>> kinds = new LinkedHashMap<>();
        for (Answer finding : findings) {
            String kind = severity(finding) + finding.text("code") + finding.text("message") + finding.text("hint");
            kinds.computeIfAbsent(kind, any -> new ArrayList<>()).add(finding);
        }
        SourceLines source = SourceLines.of(document, findings);
        List<String> lines = new ArrayList<>();
        for (List<Answer> same : kinds.values()) {
            Answer finding = same.get(0);
            lines.add(place(name, finding) + ": " + severity(finding) + ": " + finding.text("message")
                    + bracketed(finding));
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
    private static String bracketed(Answer finding) {
        return finding.text("severity").equals("WARNING") ? "" : " [" + finding.text("code") + "]";
    }

    /** Returns the verdict on a document without asking the schemas, from the code of the finding that decides. */
    static String verdict(String code) {
        return verdict(code, "readable");
    }

    /**
     * Returns the verdict with the given word for a document whose meaning is clear.
     *
     * @param code as {@link #code(List)} returns it
     * @param word valid if the schemas accept the document, else readable
     */
    static String verdict(String code, String word) {
        if (!isReadable(code)) {
            return "not readable";
        }
        if (code.isEmpty()) {
            return word;
        }
        return word + ", but submit would refuse " + (isNotOffered(code) ? "what is not offered" : "it") + " [" + code
                + "]";
    }

    /** Returns the last word on a document that submit has refused with this code. */
    static String refusal(String code) {
        return isNotOffered(code) ? "not submitted: it asks for what is not offered" : verdict(code);
    }

    private static String place(String name, Answer finding) {
        long line = finding.number("line");
        return name + (line > 0 ? ":" + line + ":" + finding.number("column") : "");
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

    /** Returns the finding because of which submit would refuse the document; empty if submit would accept it. */
    private static Optional<Answer> decisive(List<Answer> findings) {
        // The service also reports features that are not offered as errors. Errors that make the document unclear
        // decide first, as at submit.
        return findings.stream()
                .filter(finding -> finding.text("severity").equals(LocalDocuments.ERROR))
                .filter(finding -> !NOT_OFFERED_CODES.contains(finding.text("code")))
                .findFirst()
                .or(() -> first(findings, LocalDocuments.ERROR))
                .or(() -> first(findings, LocalDocuments.NOT_OFFERED));
    }

    /** Returns the code with which submit would refuse the document; empty if submit would accept it. */
    static String code(List<Answer> findings) {
        return decisive(findings).map(finding -> finding.text("code")).orElse("");
    }

    /** Returns the status with which submit would end. */
    static int status(List<Answer> findings) {
        return decisive(findings).map(FindingLines::status).orElse(ExitStatus.DONE);
    }

    /**
     * Returns the status of one finding. The service tells the status; a finding of this machine is always a problem of
     * the document.
     */
    private static int status(Answer finding) {
        return finding.find("exitStatus").map(Integer::parseInt).orElse(ExitStatus.DOCUMENT);
    }

    /** Returns whether the meaning of a document with this code is clear. */
    static boolean isReadable(String code) {
        return !UNREADABLE_CODES.contains(code);
    }

    /** Returns whether a document with this code is readable, but asks for something that is not offered. */
    static boolean isNotOffered(String code) {
        return NOT_OFFERED_CODES.contains(code);
    }

    private static Optional<Answer> first(List<Answer> findings, String severity) {
        return findings.stream()
                .filter(finding -> finding.text("severity").equals(severity))
                .findFirst();
    }
}

package dev.slipway.document.staging;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.document.tree.ValueReader;
import dev.slipway.problem.Remedy;
import dev.slipway.request.FolderCopy;
import dev.slipway.request.HttpFetch;
import dev.slipway.request.InlineData;
import dev.slipway.request.RunPath;
import dev.slipway.request.SheetExtract;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.request.UploadFetch;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import javax.xml.namespace.QName;

/**
 * Reads Slipway's own elements, each of which asks for one kind of step. Order group, compression and {@code always}
 * stand at all of these elements, and are read with the step's head.
 */
final class KindReading {
    /** Sources that are files and so have a modification time. */
    private static final Set<QName> DATED = Set.of(Names.sw("HttpFetch"), Names.sw("FolderCopy"));

    private final Findings findings;
    private final ValueReader values;
    private final Map<QName, Function<DocumentElement, Optional<Draft<StepHead.In>>>> sources = new LinkedHashMap<>();
    private final Map<QName, Function<DocumentElement, Optional<Draft<StepHead.Out>>>> targets = new LinkedHashMap<>();

    /** A step that still lacks its head. */
    @FunctionalInterface
    interface Draft<H extends StepHead> {
        StagingStep step(H head);
    }

    KindReading(Findings findings) {
        this.findings = findings;
        this.values = new ValueReader(findings);
        SqlReading sql = new SqlReading(findings, values);
        sources.put(Names.sw("SqlExtract"), sql::extract);
        sources.put(Names.sw("Upload"), this::upload);
        sources.put(Names.sw("HttpFetch"), this::httpFetch);
        sources.put(Names.sw("FolderCopy"), this::folderCopy);
        sources.put(Names.sw("Inline"), this::inline);
        sources.put(Names.sw("ServiceQuery"), new QueryReading(findings, values)::read);
        sources.put(Names.sw("SheetExtract"), this::sheet);
        targets.put(Names.sw("SqlStore"), sql::store);
    }

    /** Returns the elements that {@link #source} knows. */
    Set<QName> sources() {
        return sources.keySet();
    }

    /** Returns the elements that {@link #target} knows. */
    Set<QName> targets() {
        return targets.keySet();
    }

    /** Returns those elements of {@link #sources} that name a file with a modification time. */
    Set<QName> dated() {
        return DATED;
    }

    /** Reads the step of stage-in that {@code element} asks for; empty, with a finding, if the element is invalid. */
    Optional<Draft<StepHead.In>> source(DocumentElement element) {
        return sources.get(element.name()).apply(element);
    }

    /** Reads the step of stage-out that {@code element} asks for; empty, with a finding, if the element is invalid. */
    Optional<Draft<StepHead.Out>> target(DocumentElement element) {
        return targets.get(element.name()).apply(element);
    }

    private Optional<Draft<StepHead.In>> upload(DocumentElement element) {
        return values.required(element, "sha256")
                .filter(sha256 -> isDigest(
                        element,
                        sha256,
                        new Remedy(
                                UriAlternatives.UPLOAD_ON_PAGE,
                                "Write the sha256 that the operation upload returned.",
                                "Write what `slipway upload FILE` printed.")))
                .map(sha256 -> head -> new UploadFetch(head, sha256));
    }

    private boolean isDigest(DocumentElement element, String sha256, Remedy remedy) {
        if (UploadFetch.isDigest(sha256)) {
            return true;
        }
        findings.problem(
                element,
                "attribute sha256 of " + Names.label(element.name()) + " is no SHA-256 in 64 lower-case hex digits: \""
                        + Names.shown(sha256) + "\"",
                remedy);
        return false;
    }

    private Optional<Draft<StepHead.In>> httpFetch(DocumentElement element) {
        Optional<String> site = values.required(element, "site");
        Optional<String> path = values.sitePath(element);
        Optional<String> sha256 = element.attribute("sha256").map(String::strip);
        boolean fits = sha256.map(text -> isDigest(
                        element,
                        text,
                        Remedy.of("Write the SHA-256 of the file in hexadecimal digits, or leave it out.")))
                .orElse(true);
        if (site.isEmpty() || path.isEmpty() || !fits) {
            return Optional.empty();
        }
        return Optional.of(head -> new HttpFetch(head, site.get(), path.get(), sha256));
    }

    private Optional<Draft<StepHead.In>> folderCopy(DocumentElement element) {
        Optional<String> folder = values.required(element, "folder");
        Optional<String> path = values.required(element, "path").filter(text -> isFolderPath(element, text));
        if (folder.isEmpty() || path.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(head -> new FolderCopy(head, folder.get(), path.get()));
    }

    private boolean isFolderPath(DocumentElement element, String path) {
        if (RunPath.isAllowed(path)) {
            return true;
        }
        findings.problem(
                element,
                "attribute path of " + Names.label(element.name()) + " is not a file inside the folder: \""
                        + Names.shown(path) + "\"",
                "Name it relative to the folder, without a leading /, . or ..; at most 255 characters.");
        return false;
    }

    private Optional<Draft<StepHead.In>> inline(DocumentElement element) {
        return encoding(element).flatMap(encoding -> {
            String data = encoding == InlineData.Encoding.TEXT
                    ? element.text()
                    : element.text().replaceAll("\\s+", "");
            return fits(element, encoding, data)
                    ? Optional.of(head -> new InlineData(head, encoding, data))
                    : Optional.empty();
        });
    }

    private Optional<Draft<StepHead.In>> sheet(DocumentElement element) {
        Optional<RunPath> workbook = values.required(element, "workbook")
                .flatMap(file -> values.runPath(element, "attribute workbook of sw:SheetExtract", file));
        Optional<String> sheet = element.attribute("sheet").filter(name -> !name.isBlank());
        Optional<String> range = values.required(element, "range").filter(cells -> isRange(element, cells));
        if (workbook.isEmpty() || range.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(head -> new SheetExtract(head, workbook.get(), sheet, range.get()));
    }

    private boolean isRange(DocumentElement element, String cells) {
        if (SheetExtract.Range.of(cells).isPresent()) {
            return true;
        }
        findings.problem(
                element,
                "attribute range of sw:SheetExtract is no range of cells: \"" + Names.shown(cells) + "\"",
                "Write two corners, the first above and left of the second, as A1:D200.");
        return false;
    }

    private Optional<InlineData.Encoding> encoding(DocumentElement element) {
        String word = element.attribute("encoding").orElse("text").strip();
        return switch (word) {
            case "text" -> Optional.of(InlineData.Encoding.TEXT);
            case "base64" -> Optional.of(InlineData.Encoding.BASE64);
            default -> {
                findings.problem(element, "no such encoding: \"" + Names.shown(word) + "\"", "Write text or base64.");
                yield Optional.empty();
            }
        };
    }

    private boolean fits(DocumentElement element, InlineData.Encoding encoding, String data) {
        try {
            int bytes = InlineData.bytes(encoding, data).length;
            if (bytes <= InlineData.MOST) {
                return true;
            }
            findings.problem(
                    element,
                    "sw:Inline holds " + bytes + " bytes, more than " + InlineData.MOST,
                    new Remedy(
                            UriAlternatives.UPLOAD_ON_PAGE,
                            "Bring the file with the operation upload and name it by sw:Upload, or name where it is.",
                            "Bring the file by `slipway upload FILE` and name it by sw:Upload, or name where it is."));
        } catch (IllegalArgumentException e) {
            findings.problem(
                    element,
                    "sw:Inline is not base64, though its encoding says so",
                    "Write the bytes of the file in base64, or leave encoding out for text.");
        }
        return false;
    }
}

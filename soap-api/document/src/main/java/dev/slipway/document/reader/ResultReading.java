package dev.slipway.document.reader;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.document.tree.ValueReader;
import dev.slipway.request.Axes;
import dev.slipway.request.ResultFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads the files to keep from {@code sw:Results}. */
final class ResultReading {
    private final Findings findings;
    private final ValueReader values;

    ResultReading(Findings findings) {
        this.findings = findings;
        this.values = new ValueReader(findings);
    }

    List<ResultFile> read(DocumentElement element) {
        List<ResultFile> results = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (DocumentElement result : element.children(Names.sw("Result"))) {
            Optional<String> name = values.required(result, "name");
            ResultFile.Role role = role(result);
            Axes axes = axes(result, role);
            if (name.isPresent() && !names.add(name.get())) {
                findings.problem(result, "two results are named " + Names.shown(name.get()), "Give each its own name.");
            }
            values.required(result, "file")
                    .flatMap(file -> values.runPath(result, "attribute file of sw:Result", file))
                    .ifPresent(file -> name.ifPresent(n -> results.add(new ResultFile(n, file, role, axes))));
        }
        return results;
    }

    private ResultFile.Role role(DocumentElement result) {
        String value = result.attribute("role").orElse("file").strip();
        return switch (value) {
            case "pnl-distribution" -> ResultFile.Role.PNL_DISTRIBUTION;
            case "risk-figures" -> ResultFile.Role.RISK_FIGURES;
            case "series" -> ResultFile.Role.SERIES;
            case "bars" -> ResultFile.Role.BARS;
            case "map" -> ResultFile.Role.MAP;
            case "file" -> ResultFile.Role.FILE;
            default -> {
                findings.problem(
                        result,
                        "no such role: \"" + Names.shown(value) + "\"",
                        "Write pnl-distribution, risk-figures, series, bars, map or file.");
                yield ResultFile.Role.FILE;
            }
        };
    }

    /** Returns the axes. Axes that the role cannot use are reported and dropped. */
    private Axes axes(DocumentElement result, ResultFile.Role role) {
        Axes axes = new Axes(title(result, "x"), title(result, "y"), log(result), title(result, "panel"));
        if (!role.hasAxes() && !axes.equals(Axes.NONE)) {
            findings.problem(
                    result,
                    "only a series, bars or a map are drawn along axes",
                    "Leave out x, y, log and panel, or write role=\"series\", role=\"bars\" or role=\"map\".");
            return Axes.NONE;
        }
        if (!role.hasLog() && axes.log() != Axes.Log.NONE) {
            findings.problem(result, "only a series has logarithmic axes", "Leave out attribute log.");
            return Axes.NONE;
        }
        return axes;
    }

    private String title(DocumentElement result, String attribute) {
        String title = result.attribute(attribute).orElse("").strip();
        if (Axes.isTitle(title)) {
            return title;
        }
        findings.problem(
                result,
                "attribute " + attribute + " of sw:Result is no line of at most " + Axes.LONGEST + " characters: \""
                        + Names.shown(title) + "\"",
                "Write a shorter one.");
        return "";
    }

    private Axes.Log log(DocumentElement result) {
        String value = result.attribute("log").orElse("none").strip();
        return switch (value) {
            case "none" -> Axes.Log.NONE;
            case "x" -> Axes.Log.X;
            case "y" -> Axes.Log.Y;
            case "both" -> Axes.Log.BOTH;
            default -> {
                findings.problem(
                        result,
                        "attribute log of sw:Result names no axis: \"" + Names.shown(value) + "\"",
                        "Write none, x, y or both.");
                yield Axes.Log.NONE;
            }
        };
    }
}

package dev.slipway.web.runs;

import dev.slipway.problem.CsvLines;
import dev.slipway.web.results.RiskFigures;
import java.math.BigDecimal;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;

/** Writes all figures of several runs as CSV, also those of single desks, with a header line. */
final class RunFiguresCsv {
    private static final List<String> HEADER = List.of(
            "accepted", "job", "name", "desk", "measure", "confidence", "horizon_days", "value", "lower", "upper");

    private RunFiguresCsv() {}

    static String write(List<RunFigures.Figures> runs) {
        return CsvLines.of(Stream.concat(Stream.of(HEADER), runs.stream().flatMap(run -> run.figures().rows().stream()
                .map(figure -> row(run.run(), figure)))));
    }

    private static List<String> row(RunFigures.Run run, RiskFigures.Figure figure) {
        return List.of(
                DateTimeFormatter.ISO_INSTANT.format(run.accepted()),
                run.token().value(),
                run.name(),
                figure.desk(),
                figure.measure(),
                number(figure.confidence()),
                figure.horizon(),
                number(figure.value()),
                number(figure.lower()),
                number(figure.upper()));
    }

    private static String number(double value) {
        return Double.isFinite(value)
                ? BigDecimal.valueOf(value).stripTrailingZeros().toPlainString()
                : "";
    }
}

package dev.slipway.web.runs;

import dev.slipway.web.Readable;
import dev.slipway.web.charts.FigurePictures;
import dev.slipway.web.charts.Picture;
import dev.slipway.web.results.MeasureName;
import dev.slipway.web.results.RiskFigures;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Describes the figures of several runs for the JSP.
 *
 * @param pictures of the figures of the whole subject, one for each figure
 * @param heads of the columns of the table, one for each picture
 * @param rows the runs that have figures, the newest first
 * @param without the number of runs that have no figures
 * @param undrawn the number of figures beyond those that one page draws
 */
public record RunFiguresView(
        List<Picture> pictures, List<Head> heads, List<Row> rows, int without, int undrawn, boolean busy) {
    private static final int PICTURES = 8;

    /** Names a column: in parts if the pages have words for the measure. */
    public record Head(String name, MeasureName named) {}

    /** Holds one run. */
    public record Row(String token, String name, Readable.Moment accepted, List<Cell> cells) {}

    /** Holds a figure; a figure that the run does not have is empty. */
    public record Cell(String value, String interval) {}

    static RunFiguresView of(RunFigures.Runs runs) {
        List<Named> with = runs.runs().stream()
                .map(Named::of)
                .filter(run -> !run.figures().isEmpty())
                .toList();
        Set<String> names = new LinkedHashSet<>();
        Set<String> withInterval = new HashSet<>();
        for (int i = with.size() - 1; i >= 0; i--) {
            with.get(i).figures().forEach((name, figure) -> {
                names.add(name);
                if (figure.hasInterval()) {
                    withInterval.add(name);
                }
            });
        }
        // Figures with an interval come first: they are what a reader looks for.
        List<String> drawn = names.stream()
                .sorted(Comparator.comparing(name -> !withInterval.contains(name)))
                .limit(PICTURES)
                .toList();
        List<Row> rows = new ArrayList<>();
        with.forEach(run -> rows.add(0, row(run, drawn)));
        return new RunFiguresView(
                drawn.stream().map(name -> picture(name, with)).toList(),
                drawn.stream().map(name -> new Head(name, MeasureName.of(name))).toList(),
                List.copyOf(rows),
                runs.runs().size() - with.size(),
                names.size() - drawn.size(),
                runs.busy());
    }

    /** A run with its figures of the whole subject by their names; of two figures of one name the first counts. */
    private record Named(RunFigures.Run run, Map<String, RiskFigures.Figure> figures) {
        static Named of(RunFigures.Figures run) {
            Map<String, RiskFigures.Figure> figures = new LinkedHashMap<>();
            run.figures().ofAll().forEach(figure -> figures.putIfAbsent(name(figure), figure));
            return new Named(run.run(), figures);
        }
    }

    /** Returns the name of a figure with its confidence and horizon, such as {@code var_mean_99_10d}. */
    private static String name(RiskFigures.Figure figure) {
        return figure.measure()
                + (Double.isFinite(figure.confidence())
                        ? "_" + Readable.percent(figure.confidence()).replace(" %", "")
                        : "")
                + (figure.horizon().isEmpty() ? "" : "_" + figure.horizon() + "d");
    }

    private static Picture picture(String name, List<Named> runs) {
        List<FigurePictures.Point> points = new ArrayList<>();
        for (Named named : runs) {
            RiskFigures.Figure figure = named.figures().get(name);
            if (figure != null) {
                points.add(new FigurePictures.Point(
                        named.run().accepted(), figure.value(), figure.lower(), figure.upper()));
            }
        }
        return FigurePictures.overTime(name, points, Readable.zone());
    }

    private static Row row(Named named, List<String> names) {
        RunFigures.Run run = named.run();
        return new Row(
                run.token().value(),
                run.name(),
                Readable.moment(run.accepted()),
                names.stream()
                        .map(name -> Optional.ofNullable(named.figures().get(name))
                                .map(RunFiguresView::cell)
                                .orElse(new Cell("", "")))
                        .toList());
    }

    private static Cell cell(RiskFigures.Figure figure) {
        return new Cell(Readable.figure(figure.value()), Readable.interval(figure.lower(), figure.upper()));
    }
}

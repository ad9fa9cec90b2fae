package dev.slipway.web.jobs;

import dev.slipway.run.RunProgress;
import dev.slipway.web.charts.FigurePictures;
import dev.slipway.web.charts.Picture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Draws the figures that a running program has reported so far over the work done, one picture for each figure. */
final class ProgressCharts {
    private static final int PICTURES = 6;

    private ProgressCharts() {}

    /** @param way the reports, the oldest first */
    static List<Picture> of(List<RunProgress> way) {
        if (way.isEmpty()) {
            return List.of();
        }
        return JobParts.named(way.get(way.size() - 1).figures()).stream()
                .map(figure -> points(figure.name(), way))
                .filter(figure -> figure.points().size() > 1)
                .limit(PICTURES)
                .map(figure -> FigurePictures.overWork(figure.name(), figure.points()))
                .filter(picture -> picture.series() != null)
                .toList();
    }

    private record Figure(String name, List<FigurePictures.Point> points) {}

    private static Figure points(String name, List<RunProgress> way) {
        List<FigurePictures.Point> points = new ArrayList<>();
        for (RunProgress report : way) {
            Map<String, Double> figures = report.figures();
            if (figures.containsKey(name)) {
                points.add(new FigurePictures.Point(
                        report.done(),
                        figures.get(name),
                        figures.getOrDefault(name + "_lower", Double.NaN),
                        figures.getOrDefault(name + "_upper", Double.NaN)));
            }
        }
        return new Figure(name, points);
    }
}

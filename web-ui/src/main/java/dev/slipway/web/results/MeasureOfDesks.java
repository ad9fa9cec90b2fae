package dev.slipway.web.results;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds the figures of desks for one measure at one confidence, over one horizon.
 *
 * @param known whether the pages have words for the measure
 * @param figures one of each desk
 */
public record MeasureOfDesks<F extends MeasureOfDesks.Figure>(
        String measure, boolean known, String horizon, String confidence, List<F> figures) {

    /** Describes a figure of a desk, as a page shows it. */
    public interface Figure {
        String measure();

        boolean known();

        String horizon();

        String confidence();
    }

    private record Name(String measure, String horizon, String confidence) {}

    public MeasureOfDesks {
        figures = List.copyOf(figures);
    }

    /**
     * Groups figures by measure. Measures stand in the order of their first figures, and desks likewise within each
     * measure.
     */
    public static <F extends Figure> List<MeasureOfDesks<F>> of(List<F> figures) {
        Map<Name, List<F>> measures = new LinkedHashMap<>();
        figures.forEach(figure -> measures.computeIfAbsent(
                        new Name(figure.measure(), figure.horizon(), figure.confidence()), none -> new ArrayList<>())
                .add(figure));
        return measures.values().stream()
                .map(all -> new MeasureOfDesks<>(
                        all.get(0).measure(),
                        all.get(0).known(),
                        all.get(0).horizon(),
                        all.get(0).confidence(),
                        all))
                .toList();
    }
}

package dev.slipway.web.charts;

import dev.slipway.desk.ResultEntry;
import dev.slipway.web.results.UndrawableException;
import java.io.IOException;

/**
 * Describes one result of role series, bars or map. Exactly one of the last four components is set.
 *
 * @param name of the result
 * @param series null for another role
 * @param bars null for another role
 * @param map null for another role
 * @param fault why the result cannot be drawn; null if it can be
 */
public record Picture(String name, SeriesPicture series, BarsPicture bars, MapPicture map, Fault fault) {

    /** Describes the fault of the file, and the remedy. */
    public record Fault(String message, String hint) {}

    /** Draws a result. A result that does not fit its role gets a fault instead of a picture. */
    static Picture of(ResultEntry result, PnlBins.Reopened file) throws IOException {
        String name = result.name();
        try {
            return switch (result.role()) {
                case SERIES -> new Picture(name, SeriesPicture.of(file, result.axes()), null, null, null);
                case BARS -> new Picture(name, null, BarsPicture.of(file.open(), result.axes()), null, null);
                case MAP -> new Picture(name, null, null, MapPicture.of(file.open(), result.axes()), null);
                case PNL_DISTRIBUTION, RISK_FIGURES, FILE ->
                    throw new IllegalArgumentException(
                            "a result of role " + result.role() + " is no picture of its own");
            };
        } catch (UndrawableException e) {
            return faulty(name, e.getMessage(), e.hint());
        }
    }

    static Picture faulty(String name, String message, String hint) {
        return new Picture(name, null, null, null, new Fault(message, hint));
    }
}

package dev.slipway.web.jobs;

import dev.slipway.desk.ResultEntry;
import java.io.IOException;

/**
 * One result of role series, bars or map; exactly one of its last four is there.
 *
 * @param name of the result
 * @param series null for none
 * @param bars null for none
 * @param map null for none
 * @param fault why it cannot be drawn; null if it can
 */
public record Picture(String name, SeriesPicture series, BarsPicture bars, MapPicture map, Fault fault) {

    /** What is wrong with the file, and what to write instead. */
    public record Fault(String message, String hint) {}

    /** Draws a result; one that does not hold what its role says is told so. */
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

package dev.slipway.web.jobs;

import dev.slipway.desk.ResultEntry;
import dev.slipway.request.ResultFile;
import java.io.IOException;

/**
 * One result of role series or bars; exactly one of its last three is there.
 *
 * @param name of the result
 * @param series null for none
 * @param bars null for none
 * @param fault why it cannot be drawn; null if it can
 */
public record Picture(String name, SeriesPicture series, BarsPicture bars, Fault fault) {

    /** What is wrong with the file, and what to write instead. */
    public record Fault(String message, String hint) {}

    /** Draws a result of role series or bars; one that does not hold what its role says is told so. */
    static Picture of(ResultEntry result, PnlBins.Reopened file) throws IOException {
        try {
            return result.role() == ResultFile.Role.SERIES
                    ? new Picture(result.name(), SeriesPicture.of(file, result.axes()), null, null)
                    : new Picture(result.name(), null, BarsPicture.of(file.open(), result.axes()), null);
        } catch (UndrawableException e) {
            return faulty(result.name(), e.getMessage(), e.hint());
        }
    }

    static Picture faulty(String name, String message, String hint) {
        return new Picture(name, null, null, new Fault(message, hint));
    }
}

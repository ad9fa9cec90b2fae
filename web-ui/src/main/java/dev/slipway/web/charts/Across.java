package dev.slipway.web.charts;

import dev.slipway.web.Readable;
import java.util.List;

/** Writes the values of the axis across in words. */
interface Across {
    int WANTED = 8;

    /** Numbers. Counts, which go across most often, have no decimals. */
    Across NUMBERS = new Across() {
        @Override
        public List<Axis.Tick> ticks(Scale scale) {
            return scale.ticks(WANTED);
        }

        @Override
        public String words(double value) {
            return Readable.countOrFigure(value);
        }
    };

    List<Axis.Tick> ticks(Scale scale);

    /** Returns the words of a value in the table beside the picture. */
    String words(double value);
}

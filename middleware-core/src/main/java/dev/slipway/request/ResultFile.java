package dev.slipway.request;

/**
 * A file of the run folder that is a result of the job.
 *
 * @param name the result's name for people and for download; distinct within a job
 * @param role the kind of content, so that pages can draw the file
 * @param axes the axes of a series, of bars or of a map; {@link Axes#NONE} for every other role
 */
public record ResultFile(String name, RunPath file, Role role, Axes axes) {

    /** The kind of content of a result. */
    public enum Role {
        /** CSV with columns {@code scenario,pnl} and perhaps {@code horizon_days}: drawn as a histogram. */
        PNL_DISTRIBUTION,
        /**
         * CSV with columns {@code measure,confidence,value,lower,upper} and perhaps {@code desk} and {@code
         * horizon_days}, shown as a table. The bank's figures have no desk; the histogram of their horizon marks them.
         */
        RISK_FIGURES,
        /**
         * CSV: the first column goes across, and each further column is a line. {@code NAME_lower} and {@code
         * NAME_upper} are the band of line NAME.
         */
        SERIES,
        /**
         * CSV with columns {@code label,value} and perhaps {@code lower,upper,level,kind,horizon_days}: each row is a
         * bar.
         */
        BARS,
        /**
         * CSV with columns {@code row,column,value}, at most 512 rows and columns: each row of the file is a cell,
         * coloured by its value.
         */
        MAP,
        /** Any other content: download only. */
        FILE;

        /** Returns whether titles and a panel apply to this role. */
        public boolean hasAxes() {
            return this == SERIES || this == BARS || this == MAP;
        }

        /** Returns whether an axis can be logarithmic. Bars on a logarithmic axis would have no base line. */
        public boolean hasLog() {
            return this == SERIES;
        }
    }

    public ResultFile {
        Require.text(name, "result name");
        // Journals of older versions lack this field.
        axes = axes == null ? Axes.NONE : axes;
        Require.that(role.hasAxes() || axes.equals(Axes.NONE), "axes of a result that is not drawn along any: " + name);
        Require.that(role.hasLog() || axes.log() == Axes.Log.NONE, "a logarithmic axis of no series: " + name);
    }

    /** Makes a result with default axes. */
    public ResultFile(String name, RunPath file, Role role) {
        this(name, file, role, Axes.NONE);
    }
}

package dev.slipway.request;

/**
 * A file of the run folder that is a result of the job.
 *
 * @param name the result's name for people and for download; distinct within a job
 * @param role what the file holds, so that pages can draw it
 */
public record ResultFile(String name, RunPath file, Role role) {

    /** What a result holds. */
    public enum Role {
        /** CSV with columns {@code scenario,pnl}: drawn as a histogram. */
        PNL_DISTRIBUTION,
        /** CSV with columns {@code measure,confidence,value,lower,upper}: shown as a table, marked in the histogram. */
        RISK_FIGURES,
        /** Anything else: download only. */
        FILE
    }

    public ResultFile {
        Require.text(name, "result name");
    }
}

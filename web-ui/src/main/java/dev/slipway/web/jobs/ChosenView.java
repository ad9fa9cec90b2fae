package dev.slipway.web.jobs;

import dev.slipway.problem.Problem;
import java.util.List;

/**
 * Reports for the JSP what was done with the jobs that a user chose.
 *
 * @param act the name of a {@link ChosenAct}, or DOWNLOAD
 */
public record ChosenView(String act, List<Line> lines) {

    /**
     * Reports on one job.
     *
     * @param name empty for a job that the user may not see
     * @param made the token of the new job after a retry; otherwise empty
     * @param refused the problem for which nothing was done; null if it was done
     */
    public record Line(String token, String name, String made, Problem refused) {}

    /** Returns the number of jobs with which it was done. */
    public long done() {
        return lines.stream().filter(line -> line.refused() == null).count();
    }

    /** Returns the number of jobs for which it was refused. */
    public long refused() {
        return lines.size() - done();
    }
}

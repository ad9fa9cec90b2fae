package dev.slipway.schedule;

import dev.slipway.desk.Caller;

/** Asks a database what a schedule watches; changes nothing there. */
@FunctionalInterface
public interface Question {

    /**
     * The answer's hash: the same for the same columns and rows.
     *
     * @param caller whose roles and grants decide, as of a job
     * @throws dev.slipway.problem.ProblemException what an extract would meet; STATEMENT_REFUSED for more rows than can be watched;
     *     PLAN_BUSY while another question of the caller is asked
     */
    String ask(Caller caller, String source, String statement);
}

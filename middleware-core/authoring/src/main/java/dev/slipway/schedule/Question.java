package dev.slipway.schedule;

import dev.slipway.desk.Caller;

/** Asks a database the watched query of a schedule, without a change there. */
@FunctionalInterface
public interface Question {

    /**
     * Returns the hash of the answer: equal for equal columns and rows.
     *
     * @param caller the caller, with the roles and grants that decide, as for a job
     * @throws dev.slipway.problem.ProblemException the problem that an extract would meet; STATEMENT_REFUSED for more
     *     rows than can be watched; PLAN_BUSY while another question of the caller is asked
     */
    String ask(Caller caller, String source, String statement);
}

package dev.slipway.faults;

import java.util.Set;

/**
 * Describes how a job must end in spite of all kills.
 *
 * @param outcome word of the outcome
 * @param problem phase and code; "-" unless the job failed
 * @param runs number of starts of the program
 * @param stored whether the job's rows are in the sink
 * @param booked whether the job's rows are in the sink of the ledger
 * @param delivered files on the host, without the job's sid in front
 * @param results that were kept
 */
record ExpectedEnd(
        String token,
        String sid,
        String outcome,
        String problem,
        int runs,
        boolean stored,
        boolean booked,
        Set<String> delivered,
        Set<String> results) {

    static ExpectedEnd done(String token, String sid, boolean stored, Set<String> delivered, Set<String> results) {
        return new ExpectedEnd(token, sid, "DONE", "-", 1, stored, false, delivered, results);
    }

    static ExpectedEnd failed(String token, String sid, String problem, int runs, Set<String> delivered) {
        return new ExpectedEnd(token, sid, "FAILED", problem, runs, false, false, delivered, Set.of());
    }

    static ExpectedEnd cancelled(String token, String sid, int runs, Set<String> delivered) {
        return new ExpectedEnd(token, sid, "CANCELLED", "-", runs, false, false, delivered, Set.of());
    }

    /** Returns the same end with the job's rows in the ledger's sink. */
    ExpectedEnd withLedger() {
        return new ExpectedEnd(token, sid, outcome, problem, runs, stored, true, delivered, results);
    }
}

package dev.slipway.faults;

import java.util.Set;

/**
 * How a job must have ended, whatever was killed meanwhile.
 *
 * @param outcome its word
 * @param problem phase and code; "-" unless it failed
 * @param runs how often its program started
 * @param stored whether its rows are in the sink
 * @param booked whether they are in the sink of the ledger
 * @param delivered files on the host, without the job's sid before them
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

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
record Expected(
        String token,
        String sid,
        String outcome,
        String problem,
        int runs,
        boolean stored,
        boolean booked,
        Set<String> delivered,
        Set<String> results) {

    static Expected done(String token, String sid, boolean stored, Set<String> delivered, Set<String> results) {
        return new Expected(token, sid, "DONE", "-", 1, stored, false, delivered, results);
    }

    static Expected failed(String token, String sid, String problem, int runs, Set<String> delivered) {
        return new Expected(token, sid, "FAILED", problem, runs, false, false, delivered, Set.of());
    }

    static Expected cancelled(String token, String sid, int runs, Set<String> delivered) {
        return new Expected(token, sid, "CANCELLED", "-", runs, false, false, delivered, Set.of());
    }

    /** The same with its rows in the ledger's sink. */
    Expected withLedger() {
        return new Expected(token, sid, outcome, problem, runs, stored, true, delivered, results);
    }
}

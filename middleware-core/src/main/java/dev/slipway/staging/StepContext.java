package dev.slipway.staging;

import dev.slipway.effect.Witness;
import dev.slipway.job.JobToken;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The facts about its job that a step needs.
 *
 * @param owner the owner of the job; sealed passwords are bound to that user
 * @param runFolder the run folder, absolute, with all files of the job
 * @param meter receives bytes and rows while they move
 * @param ledger remembers intents over a crash
 * @param witness sees the step pass the kill points of the step's kind
 * @param room the most that the step may write into the run folder; more is RUN_QUOTA
 * @param expectation the requirements on the data that the step brings; empty if there are no requirements
 */
public record StepContext(
        JobToken token,
        String owner,
        Path runFolder,
        TransferMeter meter,
        IntentLedger ledger,
        Witness witness,
        Room room,
        Optional<Expectation> expectation) {

    /**
     * The room that a step has in the run folder.
     *
     * @param bytes the most bytes of a file
     * @param entries the most files and folders
     */
    public record Room(long bytes, long entries) {
        /** Room without a limit. */
        public static final Room UNLIMITED = new Room(Long.MAX_VALUE, Long.MAX_VALUE);
    }
}

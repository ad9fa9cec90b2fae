package dev.slipway.staging;

import dev.slipway.effect.Witness;
import dev.slipway.job.JobToken;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What a step is told about its job.
 *
 * @param owner whose job it is; sealed passwords are bound to that user
 * @param runFolder absolute; all files of the job are below it
 * @param meter hears of bytes and rows while they move
 * @param ledger remembers intents over a crash
 * @param witness sees the step pass the moments that its kind declares
 * @param room the most bytes that a file which the step writes into the run folder may have; a longer one is RUN_QUOTA
 * @param entries the most files and folders that the step may make; more are RUN_QUOTA
 * @param expectation what the data that the step brings must be like; empty if anything will do
 */
public record StepContext(
        JobToken token,
        String owner,
        Path runFolder,
        TransferMeter meter,
        IntentLedger ledger,
        Witness witness,
        long room,
        long entries,
        Optional<Expectation> expectation) {

    /** For a step that may make any number of files. */
    public StepContext(
            JobToken token,
            String owner,
            Path runFolder,
            TransferMeter meter,
            IntentLedger ledger,
            Witness witness,
            long room,
            Optional<Expectation> expectation) {
        this(token, owner, runFolder, meter, ledger, witness, room, Long.MAX_VALUE, expectation);
    }
}

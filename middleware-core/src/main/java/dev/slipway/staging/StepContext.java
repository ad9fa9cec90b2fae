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
 * @param room the most bytes of a file that the step writes into the run folder; a longer one is RUN_QUOTA
 * @param entries the most files and folders that the step may make; more are RUN_QUOTA
 * @param expectation the requirements on the data that the step brings; empty if there are no requirements
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
        Optional<Expectation> expectation) {}

package dev.slipway.staging;

import dev.slipway.job.JobToken;
import java.nio.file.Path;

/**
 * What a step is told about its job.
 *
 * @param runFolder absolute; all files of the job are below it
 * @param meter hears of bytes and rows while they move
 * @param ledger remembers intents over a crash
 */
public record StepContext(JobToken token, Path runFolder, TransferMeter meter, IntentLedger ledger) {}

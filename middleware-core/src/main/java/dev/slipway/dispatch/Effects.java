package dev.slipway.dispatch;

import dev.slipway.effect.Witness;
import dev.slipway.health.AnswerLog;
import dev.slipway.run.Launcher;
import dev.slipway.run.RunFolders;
import dev.slipway.staging.StagingGateway;

/** The components through which the dispatcher acts on the world. */
public record Effects(
        StagingGateway gateway,
        AnswerLog answers,
        Launcher launcher,
        RunFolders folders,
        ResultStore results,
        Witness witness) {}

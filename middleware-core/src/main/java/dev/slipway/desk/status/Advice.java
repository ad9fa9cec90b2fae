package dev.slipway.desk.status;

import dev.slipway.problem.Remedy;

/** Holds what the owner of a job can do where no problem says it. */
final class Advice {
    static final Remedy RELEASE = Remedy.of("Release it.")
            .inCalls("Release it, with the operation release.")
            .atShell("Release it: `slipway release TOKEN`.");

    static final Remedy RELEASE_FOR_LAUNCH = Remedy.of("Release it to let it be launched when its inputs are there.")
            .inCalls("Release it, with the operation release, to let it be launched when its inputs are there.")
            .atShell("Release it to let it be launched when its inputs are there: `slipway release TOKEN`.");

    static final Remedy CHECKPOINT = Remedy.of("Its checkpoint folder is kept, and the first retry goes on from it.")
            .inCalls("Its checkpoint folder is kept, and the first operation retry goes on from it.")
            .atShell("Its checkpoint folder is kept, and the first retry goes on from it: `slipway retry TOKEN`.");

    static final Remedy AGAIN = Remedy.of("Do it again if it is still wanted.")
            .inCalls("Do it again if it is still wanted, with the operation retry.")
            .atShell("Do it again if it is still wanted: `slipway retry TOKEN`.");

    private Advice() {}
}

package dev.slipway.desk.status;

import dev.slipway.problem.Remedy;

/** Holds what the owner of a job can do where no problem says it. */
final class Advice {
    static final Remedy RELEASE = new Remedy(
            "Release it.", "Release it, with the operation release.", "Release it: `slipway release TOKEN`.");

    static final Remedy RELEASE_FOR_LAUNCH = new Remedy(
            "Release it to let it be launched when its inputs are there.",
            "Release it, with the operation release, to let it be launched when its inputs are there.",
            "Release it to let it be launched when its inputs are there: `slipway release TOKEN`.");

    static final Remedy CHECKPOINT = new Remedy(
            "Its checkpoint folder is kept, and the first retry goes on from it.",
            "Its checkpoint folder is kept, and the first operation retry goes on from it.",
            "Its checkpoint folder is kept, and the first retry goes on from it: `slipway retry TOKEN`.");

    static final Remedy AGAIN = new Remedy(
            "Do it again if it is still wanted.",
            "Do it again if it is still wanted, with the operation retry.",
            "Do it again if it is still wanted: `slipway retry TOKEN`.");

    private Advice() {}
}

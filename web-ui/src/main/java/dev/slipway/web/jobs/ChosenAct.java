package dev.slipway.web.jobs;

/** The acts on several chosen jobs that change each of them, and the download of their results. */
enum ChosenAct {
    CANCEL,
    RETRY,
    HOLD,
    RELEASE,
    DOWNLOAD
}

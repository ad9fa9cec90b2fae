package dev.slipway.web.jobs;

/** The changes that a user can make to all chosen jobs at once. */
enum ChosenAct {
    CANCEL,
    RETRY,
    HOLD,
    RELEASE
}

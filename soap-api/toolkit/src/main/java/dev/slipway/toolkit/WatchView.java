package dev.slipway.toolkit;

/** What a watcher sees of each look at the job. */
interface WatchView {
    void show(Answer job);
}

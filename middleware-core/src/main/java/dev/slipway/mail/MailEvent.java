package dev.slipway.mail;

/** An event of a job that a user can be told by mail. */
public enum MailEvent {
    /** The job is done or was cancelled. */
    CLOSED,
    /** The job has failed. */
    FAILED,
    /** The job is held, or waits until the owner of the job solves a problem. */
    WAITING
}

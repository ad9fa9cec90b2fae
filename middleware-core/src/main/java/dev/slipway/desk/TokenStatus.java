package dev.slipway.desk;

/** The status of what a token names: a job, or the group that a sweep became. */
public sealed interface TokenStatus permits JobStatus, GroupStatus {}

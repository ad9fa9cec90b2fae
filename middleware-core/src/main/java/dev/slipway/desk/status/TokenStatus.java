package dev.slipway.desk.status;

/** The status of a job, or of the group that a sweep became. */
public sealed interface TokenStatus permits JobStatus, GroupStatus {}

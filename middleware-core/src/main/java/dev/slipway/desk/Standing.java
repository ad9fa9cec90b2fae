package dev.slipway.desk;

/** Where whatever a token names stands: a job, or the group that a sweep became. */
public sealed interface Standing permits JobStatus, GroupStatus {}

/** Holds the verbs about submitted jobs and groups, one class each. */
package dev.slipway.toolkit.job;

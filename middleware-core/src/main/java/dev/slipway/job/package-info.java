/**
 * A job and the life cycle of jobs: the token, states and events, and the single table of transitions. May use request,
 * problem and the reports of run; knows no journal and no effects.
 */
package dev.slipway.job;

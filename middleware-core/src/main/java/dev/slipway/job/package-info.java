/**
 * What a job is and how it lives: its token, states, events and the one table of transitions. May use request, problem and the reports
 * of run; knows no journal and no effects.
 */
package dev.slipway.job;

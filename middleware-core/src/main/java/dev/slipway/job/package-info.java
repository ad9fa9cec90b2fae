/** What a job is and how it lives: its token, states, events and the one table of transitions. */
package dev.slipway.job;

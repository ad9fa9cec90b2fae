/**
 * Templates that run by themselves: by a timetable, or when the answer to a watched query changes. May use template,
 * desk, effect for its kill points, and journal for its transactions.
 */
package dev.slipway.schedule;

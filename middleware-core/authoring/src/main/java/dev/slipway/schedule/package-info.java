/**
 * Templates that run by themselves: by a timetable, or when the answer to a watched query changes. May use template,
 * desk, effect for kill points, and journal for transactions.
 */
package dev.slipway.schedule;

/**
 * Holds what a call ends with: an answer, a failure or an exit status, and their JSON. Answers that go into files are
 * written whole or not at all. Uses no other package.
 */
package dev.slipway.toolkit.answer;

/**
 * Files of a run folder, read without following links and written completely or not at all, and CSV by PostgreSQL's
 * rule. Uses blocks and step.
 */
package dev.slipway.gateway.files;

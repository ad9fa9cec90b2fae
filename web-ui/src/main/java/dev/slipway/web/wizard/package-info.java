/**
 * Contains the wizard: drafts, their pages, the tries on the spot, and the review that becomes a job. Uses the core's
 * forms, drafts, desks and probes, and the document's reader and writer.
 */
package dev.slipway.web.wizard;

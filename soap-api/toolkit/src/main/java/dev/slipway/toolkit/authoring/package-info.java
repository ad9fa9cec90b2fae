/** Holds the verbs for templates, drafts and schedules. */
package dev.slipway.toolkit.authoring;

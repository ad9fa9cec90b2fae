/** Holds the auditor's verbs, and checks exported records without the service. */
package dev.slipway.toolkit.audit;

/**
 * The auditor's entry: verification of the journal, records that can be checked elsewhere, the service's operations.
 * May use desk for callers, journal and all below it.
 */
package dev.slipway.audit;

/**
 * Holds what verbs share: the way to the service, the form of the answer, options that many verbs have. Knows no verb.
 */
package dev.slipway.toolkit.verb;

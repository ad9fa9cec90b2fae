/** Holds the verbs about the service's keys. One of them seals a password by such a key. */
package dev.slipway.toolkit.secret;

/** Holds the verbs about users: their rights, logins and profiles. */
package dev.slipway.toolkit.account;

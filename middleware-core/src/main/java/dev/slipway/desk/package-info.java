/**
 * The only entry for all front ends: the calls of users, what they submit and what they get. May use its views in
 * status, dispatch and all below it.
 */
package dev.slipway.desk;

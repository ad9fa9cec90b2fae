/**
 * Limits how many clients may wait at the door, and for how long, where Tomcat has no limits. Depends on Tomcat and on
 * no other package of Slipway.
 */
package dev.slipway.server.doorstep;

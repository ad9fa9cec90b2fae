/**
 * The one door for all front ends: what a caller may ask, and the views that answer. May use dispatch and all below it.
 */
package dev.slipway.desk;

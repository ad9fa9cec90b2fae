/** The one door for all front ends: what a caller may ask, and the views that answer. */
package dev.slipway.desk;

/**
 * The only entry for all front ends: the calls of users, with their submissions and answers. May use the views in
 * status, dispatch and all packages below dispatch.
 */
package dev.slipway.desk;

/**
 * The grants that limit the places in users' jobs. Uses request, problem and the places of staging; the desk and the
 * dispatcher check the grants.
 */
package dev.slipway.grant;

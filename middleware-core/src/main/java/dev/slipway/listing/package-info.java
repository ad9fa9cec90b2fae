/** Keeps how each user wants to see the list of jobs: the added columns, and filters under names of the user's own. */
package dev.slipway.listing;

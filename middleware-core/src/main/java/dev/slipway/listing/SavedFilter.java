package dev.slipway.listing;

/**
 * A filter of the list of jobs, kept for one user.
 *
 * @param name the name that the user gave, unique among the user's filters
 * @param query the filter and the order, as the page with the list writes them in its address
 */
public record SavedFilter(String name, String query) {}

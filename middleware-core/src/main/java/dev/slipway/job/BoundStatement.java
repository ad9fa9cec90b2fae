package dev.slipway.job;

/**
 * A statement as a step ran it, for the audit; the values themselves are nowhere in the journal.
 *
 * @param sha256 of the statement's text in UTF-8, 64 lower-case hex digits
 * @param parametersSha256 of all bound values in the order of binding; that of nothing if there are none
 * @param parameterRows how many rows of values were bound
 */
public record BoundStatement(String sha256, String parametersSha256, long parameterRows) {}

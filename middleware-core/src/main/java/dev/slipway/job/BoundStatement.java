package dev.slipway.job;

/**
 * A statement as a step ran it, for the audit; the journal does not hold the values themselves.
 *
 * <p>The bytes under {@code parametersSha256} are the rows in the order of binding, each ended by a line feed. A row
 * consists of its values in the order of the statement's parameters. NULL is the letter {@code N}; any other value is
 * its length in bytes of UTF-8 in decimal digits, a colon, and these bytes. So {@code (7, NULL, '')} is {@code 1:7N0:}
 * and a line feed.
 *
 * @param sha256 the digest of the statement's text in UTF-8, 64 lower-case hex digits
 * @param parametersSha256 the digest of all bound values, 64 lower-case hex digits; without values, the digest of no
 *     bytes
 * @param parameterRows the number of rows of bound values
 */
public record BoundStatement(String sha256, String parametersSha256, long parameterRows) {}

package dev.slipway.job;

import java.security.SecureRandom;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The name of a job: 160 random bits as 32 characters of lower-case Crockford base32. The token is not a secret; every
 * call is authenticated and a job belongs to its owner.
 */
public record JobToken(String value) {
    private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final Pattern FORM = Pattern.compile("[" + ALPHABET + "]{32}");

    public JobToken {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("not a job token");
        }
    }

    /** Makes a new token. */
    public static JobToken random(SecureRandom random) {
        StringBuilder value = new StringBuilder(32);
        for (int i = 0; i < 32; i++) {
            value.append(ALPHABET.charAt(random.nextInt(32)));
        }
        return new JobToken(value.toString());
    }

    /** Parses a token; empty if {@code text} is not a token. */
    public static Optional<JobToken> parse(String text) {
        return text != null && FORM.matcher(text).matches() ? Optional.of(new JobToken(text)) : Optional.empty();
    }

    @Override
    public String toString() {
        return value;
    }
}

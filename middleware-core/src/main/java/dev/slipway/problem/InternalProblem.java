package dev.slipway.problem;

import java.security.SecureRandom;
import java.util.HexFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/** An unforeseen failure, with the reference by which an operator finds its entry in the log. */
public final class InternalProblem {
    /** Marks a log line with a reference: the log must keep each such line, however many failures there are. */
    public static final Marker REFERRED = MarkerFactory.getMarker("REFERRED");

    private static final Logger LOG = LoggerFactory.getLogger(InternalProblem.class);
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int REFERENCE_BYTES = 6;

    private InternalProblem() {}

    /**
     * Logs {@code cause} and returns the problem that names its reference.
     *
     * @param what the failed action, as the subject of a sentence
     */
    public static Problem of(String what, Throwable cause) {
        byte[] bytes = new byte[REFERENCE_BYTES];
        RANDOM.nextBytes(bytes);
        String reference = HexFormat.of().formatHex(bytes);
        LOG.error(REFERRED, "{} failed unexpectedly, reference {}", what, reference, cause);
        return new Problem(
                ProblemCode.INTERNAL,
                what + " failed unexpectedly, reference " + reference,
                cause.getClass().getSimpleName());
    }
}

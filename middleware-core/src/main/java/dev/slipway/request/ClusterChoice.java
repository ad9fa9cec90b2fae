package dev.slipway.request;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * The choices of a job among the offers of a cluster. Only the cluster knows the names of these offers.
 *
 * @param constraint the features that each host of the run must have, in the cluster's own notation
 * @param reservation the name of a reservation of hosts
 * @param qos the name of a quality of service
 * @param account the name of the account that the run is charged to
 * @param rerun whether the cluster may start the run again after the run was cut off
 */
public record ClusterChoice(
        Optional<String> constraint,
        Optional<String> reservation,
        Optional<String> qos,
        Optional<String> account,
        Boolean rerun) {
    /** The most characters of a name. */
    public static final int LONGEST = 1024;

    /** Leaves every choice to the cluster. */
    public static final ClusterChoice NONE =
            new ClusterChoice(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** Makes the choices of a run that the cluster may not start again. */
    public ClusterChoice(
            Optional<String> constraint, Optional<String> reservation, Optional<String> qos, Optional<String> account) {
        this(constraint, reservation, qos, account, false);
    }

    public ClusterChoice {
        rerun = rerun != null && rerun; // journals from before there were reruns lack it
        Stream.of(constraint, reservation, qos, account)
                .flatMap(Optional::stream)
                .forEach(name -> Require.that(isName(name), "a cluster's name is empty, too long, or no plain line"));
    }

    /**
     * Returns whether this text can name something on a cluster: one line of at most {@value #LONGEST} characters, not
     * blank, without control characters and without white space at its ends.
     */
    public static boolean isName(String text) {
        return !text.isEmpty()
                && text.length() <= LONGEST
                && text.strip().equals(text)
                && text.codePoints().noneMatch(ClusterChoice::breaksLine);
    }

    private static boolean breaksLine(int character) {
        int type = Character.getType(character);
        return Character.isISOControl(character)
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }
}

package dev.slipway.dispatch;

import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The reason why the stream launcher ended a stream application, found among the last lines of the run's standard
 * error.
 *
 * @param cause the launcher's message, which names the kernel and its host
 * @param otherLines the last lines without the message
 */
record StreamEnding(String cause, String otherLines) {
    /** The beginning of the line with the launcher's reason. */
    private static final String BEGINNING = "stream-launch: the chain ended because ";

    /** The message for SIGXFSZ, with which Linux ends a program when its file exceeds the limit. */
    private static final String FILE_SIZE = "died by signal " + RunVerdict.FILE_SIZE_SIGNAL + " ";

    /** Returns the last reason in TAIL, or empty if the launcher reported no reason. */
    static Optional<StreamEnding> in(String tail) {
        return tail.lines()
                .filter(line -> line.startsWith(BEGINNING))
                .reduce((earlier, later) -> later)
                .map(line -> new StreamEnding(
                        line.substring(BEGINNING.length()),
                        tail.lines().filter(other -> !other.equals(line)).collect(Collectors.joining("\n"))));
    }

    boolean byFileSize() {
        return cause.contains(FILE_SIZE);
    }
}

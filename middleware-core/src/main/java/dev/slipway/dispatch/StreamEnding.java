package dev.slipway.dispatch;

import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Why the stream launcher ended a stream application, found among the last lines of the run's standard error.
 *
 * @param cause the launcher's words, which name the kernel and its host
 * @param otherLines the last lines without the one of the cause
 */
record StreamEnding(String cause, String otherLines) {
    /** Begins the line in which the stream launcher tells the cause. */
    private static final String BEGINNING = "stream-launch: the chain ended because ";

    /** The words for SIGXFSZ, with which Linux ends a program whose file grows beyond its limit. */
    private static final String FILE_SIZE = "died by signal " + RunPhase.FILE_SIZE_SIGNAL + " ";

    /** Returns the cause that stands last in TAIL, or empty where the launcher told none. */
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

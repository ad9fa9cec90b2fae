package dev.slipway.request;

import java.util.List;
import java.util.Optional;

/**
 * What leads records from one stream kernel to one or several others.
 *
 * @param from the name of a kernel
 * @param to names of kernels, at least one
 * @param split what several receivers get; empty where there is one
 * @param feedback whether the link closes a cycle
 * @param room bytes that the link holds, {@link #LEAST_ROOM} to {@link #MOST_ROOM}
 */
public record StreamLink(
        String from, List<String> to, Optional<Split> split, boolean feedback, Transport transport, int room) {
    public static final int LEAST_ROOM = 4096;
    public static final int MOST_ROOM = 1 << 30;
    public static final int USUAL_ROOM = 262_144;

    /** What the receivers of a link get, where there are several. */
    public enum Split {
        /** Each record goes to all. */
        DUPLICATE,
        /** Each record goes to one, in turn. */
        DIVIDE
    }

    /** What carries the records. */
    public enum Transport {
        /** Memory of a process, or shared by processes, as the ends need it. */
        AUTO,
        PROCESS,
        MEMORY,
        TCP
    }

    public StreamLink {
        to = List.copyOf(to);
        Require.that(StreamApplication.isName(from), "not the name of a kernel");
        Require.that(!to.isEmpty() && to.stream().allMatch(StreamApplication::isName), "not the names of kernels");
        Require.that(isRoom(room), "a link's room must be " + LEAST_ROOM + " to " + MOST_ROOM + " bytes");
    }

    /** A link to one kernel with all that is usual. */
    public static StreamLink between(String from, String to) {
        return new StreamLink(from, List.of(to), Optional.empty(), false, Transport.AUTO, USUAL_ROOM);
    }

    /** Whether a link may hold so many bytes. */
    public static boolean isRoom(int bytes) {
        return bytes >= LEAST_ROOM && bytes <= MOST_ROOM;
    }
}

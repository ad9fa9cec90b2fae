package dev.slipway.request;

import java.util.List;
import java.util.Optional;

/**
 * A link that carries records from one stream kernel to one or several others.
 *
 * @param from the name of a kernel
 * @param to the names of kernels, at least one
 * @param split how several receivers share the records; empty for a single receiver
 * @param feedback whether the link closes a cycle
 * @param room the bytes that the link holds, {@link #LEAST_ROOM} to {@link #MOST_ROOM}
 */
public record StreamLink(
        String from, List<String> to, Optional<Split> split, boolean feedback, Transport transport, int room) {
    public static final int LEAST_ROOM = 4096;
    public static final int MOST_ROOM = 1 << 30;
    public static final int USUAL_ROOM = 262_144;

    /** How several receivers of a link share its records. */
    public enum Split {
        /** Each record goes to all. */
        DUPLICATE,
        /** Each record goes to one, in turn. */
        DIVIDE
    }

    /** The carrier of the records. */
    public enum Transport {
        /** Memory of a process, or memory shared by processes, as the ends require. */
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

    /** Makes a link to one kernel with the usual settings. */
    public static StreamLink between(String from, String to) {
        return new StreamLink(from, List.of(to), Optional.empty(), false, Transport.AUTO, USUAL_ROOM);
    }

    /** Returns whether a link may hold this many bytes. */
    public static boolean isRoom(int bytes) {
        return bytes >= LEAST_ROOM && bytes <= MOST_ROOM;
    }
}

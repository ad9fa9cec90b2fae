package dev.slipway.request;

import java.util.Locale;
import java.util.Optional;

/** A resource that many jobs share and that may be away. */
public sealed interface Place {

    /** Returns the name in documents; names are unique within each kind. */
    String name();

    /** Returns one word for the kind of this place: {@code source}. */
    default String kind() {
        return getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    /** Returns kind and name as grants and operators write them: {@code source:risk}. */
    default String word() {
        return kind() + ":" + name();
    }

    /** Parses a {@link #word()}; empty if the word does not name a place that operators configure. */
    static Optional<Place> ofWord(String word) {
        String[] parts = word.split(":", 2);
        if (parts.length < 2 || !parts[1].matches("[^\\s\\p{Cntrl}]{1,64}")) {
            return Optional.empty();
        }
        return Optional.ofNullable(
                switch (parts[0]) {
                    case "source" -> new Source(parts[1]);
                    case "host" -> new Host(parts[1]);
                    case "site" -> new Site(parts[1]);
                    case "folder" -> new Folder(parts[1]);
                    case "cluster" -> new Cluster(parts[1]);
                    default -> null;
                });
    }

    /** Returns whether every user's jobs may name this place. */
    default boolean isOpen() {
        return false;
    }

    /** A database. */
    record Source(String name) implements Place {
        @Override
        public String toString() {
            return "source " + name;
        }
    }

    /** A host that is reached by ssh. */
    record Host(String name) implements Place {
        @Override
        public String toString() {
            return "host " + name;
        }
    }

    /** A web address that the operator has named. */
    record Site(String name) implements Place {
        @Override
        public String toString() {
            return "site " + name;
        }
    }

    /** A folder of the service's machine. */
    record Folder(String name) implements Place {
        @Override
        public String toString() {
            return "folder " + name;
        }
    }

    /** A cluster on which jobs run. No step begins there, so there is no grant and no pause for a cluster. */
    record Cluster(String name) implements Place {
        @Override
        public String toString() {
            return "cluster " + name;
        }
    }

    /** The job's own document and run folder. */
    record Own() implements Place {
        @Override
        public String name() {
            return "own";
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public String toString() {
            return "the job's own data";
        }
    }

    /**
     * The uploads of the job's owner, which the service keeps: granted to every user, and available as long as the
     * service is.
     */
    record Uploads() implements Place {
        @Override
        public String name() {
            return "uploads";
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public String toString() {
            return name();
        }
    }
}

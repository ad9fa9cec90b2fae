package dev.slipway.stoppage;

import dev.slipway.problem.Utc;
import dev.slipway.request.Place;
import java.time.Instant;
import java.util.Optional;

/**
 * A stop of new work until an operator resumes it; work that has begun goes on.
 *
 * @param reason the operator's reason; may be empty
 */
public record Stoppage(Subject subject, String by, Instant since, String reason) {

    /** The subject of a stoppage. */
    public sealed interface Subject {

        /** Returns the stored form. */
        String word();

        /** Says in words that the subject is stopped. */
        String words();

        /** Parses a {@link #word()}; empty if the text is not a subject. */
        static Optional<Subject> ofWord(String word) {
            if (word.equals(Launches.WORD)) {
                return Optional.of(new Launches());
            }
            return word.startsWith(LaunchesOn.KIND)
                    ? Optional.of(new LaunchesOn(word.substring(LaunchesOn.KIND.length())))
                    : Place.ofWord(word).map(StepsAt::new);
        }
    }

    /** All launches: the service is drained. */
    public record Launches() implements Subject {
        private static final String WORD = "launches";

        @Override
        public String word() {
            return WORD;
        }

        @Override
        public String words() {
            return "the service is drained";
        }
    }

    /** The launches on one partition, which is drained. */
    public record LaunchesOn(String partition) implements Subject {
        private static final String KIND = "partition:";

        @Override
        public String word() {
            return KIND + partition;
        }

        @Override
        public String words() {
            return "partition " + partition + " is drained";
        }
    }

    /** The staging steps at one place, which is paused. */
    public record StepsAt(Place place) implements Subject {
        @Override
        public String word() {
            return place.word();
        }

        @Override
        public String words() {
            return place + " is paused";
        }
    }

    /** Describes the stoppage: its subject, its author, its begin and its reason. */
    public String words() {
        return subject.words() + " by " + by + " since " + Utc.words(since)
                + (reason.isEmpty() ? "" : " (" + reason + ")");
    }
}

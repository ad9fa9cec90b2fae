package dev.slipway.stoppage;

import dev.slipway.problem.Utc;
import dev.slipway.staging.Place;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that does not begin until an operator lets it go on; what has begun goes on.
 *
 * @param reason in the operator's words; may be empty
 */
public record Stoppage(Subject subject, String by, Instant since, String reason) {

    /** What can be stopped. */
    public sealed interface Subject {

        /** As it is stored. */
        String word();

        /** How it reads that it is stopped. */
        String words();

        /** The subject of this {@link #word()}; empty for what is none. */
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

    /** What is stopped, by whom, since when and why. */
    public String words() {
        return subject.words() + " by " + by + " since " + Utc.words(since)
                + (reason.isEmpty() ? "" : " (" + reason + ")");
    }
}

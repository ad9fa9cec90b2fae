package dev.slipway.staging;

import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.UploadFetch;

/** Something that steps of many jobs share, and that can be away. */
public sealed interface Place {

    /** What documents call it; names of sources and of hosts are apart. */
    String name();

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

    /** The uploads of the job's owner, which the service keeps itself: granted to everybody, and away with the service only. */
    record Uploads() implements Place {
        @Override
        public String name() {
            return "uploads";
        }

        @Override
        public String toString() {
            return name();
        }
    }

    /** Where {@code step} takes its data from or brings it to. */
    static Place of(StagingStep step) {
        if (step instanceof SqlExtract || step instanceof SqlStore) {
            return new Source(step.place());
        } else if (step instanceof SshFetch || step instanceof SshDeliver) {
            return new Host(step.place());
        } else if (step instanceof UploadFetch) {
            return new Uploads();
        }
        throw new IllegalStateException(
                "no place is known for a " + step.getClass().getSimpleName());
    }
}

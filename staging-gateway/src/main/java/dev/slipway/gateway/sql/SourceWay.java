package dev.slipway.gateway.sql;

import dev.slipway.effect.Effect;
import dev.slipway.job.JobToken;
import java.util.concurrent.Executor;

/** One way to reach sources, with all that the sources of this way share. */
public interface SourceWay extends AutoCloseable {

    /** Returns a source that is reached in this way. Connects nowhere yet. */
    Source to(DatabaseSource source);

    /** Returns the effect of extracts. */
    Effect extracts();

    /** Returns the effect of stores. */
    Effect stores();

    /** Releases the snapshots that the job holds at sources of this way. */
    default void release(JobToken token, Executor closing) {}

    /** Ends what the sources of this way share. */
    @Override
    default void close() {}
}

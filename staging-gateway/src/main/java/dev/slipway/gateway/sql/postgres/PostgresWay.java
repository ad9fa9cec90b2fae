package dev.slipway.gateway.sql.postgres;

import dev.slipway.gateway.files.StagedFiles;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.Source;
import dev.slipway.gateway.sql.SourceWay;
import dev.slipway.gateway.sql.SqlLimits;
import dev.slipway.job.JobToken;
import java.util.concurrent.Executor;

/** The way to PostgreSQL by the gateway's own driver. */
public final class PostgresWay implements SourceWay {
    private final SqlLimits limits;
    private final ExtractStep extracts;
    private final StoreStep stores;
    private final PostgresSample samples;
    private final Snapshots snapshots = new Snapshots();

    public PostgresWay(StagedFiles files, SqlLimits limits) {
        this.limits = limits;
        extracts = new ExtractStep(files, limits);
        stores = new StoreStep(limits);
        samples = new PostgresSample(limits);
    }

    @Override
    public Source to(DatabaseSource source) {
        return new PostgresSource(source, this);
    }

    @Override
    public ExtractStep extracts() {
        return extracts;
    }

    @Override
    public StoreStep stores() {
        return stores;
    }

    PostgresSample samples() {
        return samples;
    }

    /** Returns the snapshots of jobs, which outlive a change of their source's settings. */
    Snapshots snapshots() {
        return snapshots;
    }

    SqlLimits limits() {
        return limits;
    }

    @Override
    public void release(JobToken token, Executor closing) {
        snapshots.release(token, closing);
    }

    @Override
    public void close() {
        snapshots.close();
    }
}

package dev.slipway.gateway.sql.driver;

import dev.slipway.gateway.files.StagedFiles;
import dev.slipway.gateway.sql.DatabaseSource;
import dev.slipway.gateway.sql.Source;
import dev.slipway.gateway.sql.SourceWay;
import dev.slipway.gateway.sql.SqlLimits;

/** The way to a database of any make by a driver that the operator brought. */
public final class DriverWay implements SourceWay {
    private final SqlLimits limits;
    private final DriverExtractStep extracts;
    private final DriverStoreStep stores;

    public DriverWay(StagedFiles files, SqlLimits limits) {
        this.limits = limits;
        extracts = new DriverExtractStep(files, limits);
        stores = new DriverStoreStep(limits);
    }

    @Override
    public Source to(DatabaseSource source) {
        return new SourceByDriver(source, this);
    }

    @Override
    public DriverExtractStep extracts() {
        return extracts;
    }

    @Override
    public DriverStoreStep stores() {
        return stores;
    }

    SqlLimits limits() {
        return limits;
    }
}

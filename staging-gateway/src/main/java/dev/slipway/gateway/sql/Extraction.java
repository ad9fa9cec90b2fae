package dev.slipway.gateway.sql;

import dev.slipway.gateway.files.CsvRow;
import dev.slipway.gateway.files.FileProblems;
import dev.slipway.gateway.files.Landing;
import dev.slipway.gateway.files.ParameterColumns;
import dev.slipway.gateway.files.ParameterFile;
import dev.slipway.gateway.files.StagedFiles;
import dev.slipway.gateway.files.StagedOutput;
import dev.slipway.gateway.files.StagedTarget;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.job.BoundStatement;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlExtract.ParameterRows;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Writes one extract into its file, whatever the source of the rows.
 *
 * @param effect the kind of step
 */
public record Extraction(
        String effect, SqlExtract step, StepContext context, StagedFiles files, Cancellation cancellation) {

    private StagedTarget target() {
        return new StagedTarget(context.runFolder(), step.file(), step.creation(), step.compression(), true);
    }

    /** Returns the report of a try that finished the file before a crash. */
    public Optional<StepReport> finished() {
        return files.finished(target(), context.ledger());
    }

    /** Returns the digest of the values that an earlier try bound to a statement with this number of parameters. */
    public BoundStatement boundBefore(int parameters) {
        StatementDigest digest = new StatementDigest(step.statement());
        if (step.parameters().isPresent()) {
            ParameterRows given = step.parameters().get();
            try (ParameterFile rows = ParameterFile.open(context.runFolder(), given.file())) {
                ParameterColumns columns = rows.columns(given, parameters);
                for (CsvRow row = rows.next(); row != null; row = rows.next()) {
                    digest.row(columns.values(row));
                }
            } catch (IOException e) {
                throw FileProblems.reading(given.file(), e);
            }
        }
        return digest.end();
    }

    public StepReport write(ExtractRows rows) throws SQLException, InterruptedException {
        Landing landing = Landing.of(effect, context, cancellation);
        StatementDigest digest = new StatementDigest(step.statement());
        try (StagedOutput output = files.create(target(), context)) {
            rows.writeTo(new RowSink(output.data(), landing.moved()), digest);
            return output.commit(landing).of(digest.end());
        } catch (IOException e) {
            throw FileProblems.writing(step.file(), e);
        }
    }
}

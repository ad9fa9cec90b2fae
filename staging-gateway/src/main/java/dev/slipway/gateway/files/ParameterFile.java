package dev.slipway.gateway.files;

import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract;
import dev.slipway.staging.StagedFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A CSV file of the run folder whose rows bind parameters. Problems of the file name the file. */
public final class ParameterFile implements Closeable {
    private final RunPath name;
    private final RunFile file;
    private final CsvReader rows;

    private ParameterFile(RunPath name, RunFile file, CsvReader rows) {
        this.name = name;
        this.file = file;
        this.rows = rows;
    }

    /** Opens {@code name} of the run folder. */
    public static ParameterFile open(Path runFolder, RunPath name) {
        try {
            RunFile file = RunFile.open(runFolder, name);
            try {
                return new ParameterFile(name, file, new CsvReader(file.data()));
            } catch (IOException e) {
                file.close();
                throw e;
            }
        } catch (IOException e) {
            throw FileProblems.reading(name, e);
        }
    }

    /** Returns the columns for the {@code ?} of an extract. */
    public ParameterColumns columns(SqlExtract.ParameterRows rows, int parameters) {
        return columns(
                rows.columns().stream().map(ParameterColumns.Wanted::column).toList(), parameters);
    }

    /** Reads the header and chooses the columns by name or place. */
    public ParameterColumns columns(List<ParameterColumns.Wanted> wanted, int parameters) {
        try {
            return ParameterColumns.of(name, rows, wanted, parameters);
        } catch (IOException e) {
            throw FileProblems.reading(name, e);
        }
    }

    /** Returns the next row after the header; null at the end. */
    public CsvRow next() {
        try {
            return rows.next();
        } catch (IOException e) {
            throw FileProblems.reading(name, e);
        }
    }

    /** Returns the size and the hash of the file in the run folder. */
    public StagedFile staged() {
        try {
            return file.staged();
        } catch (IOException e) {
            throw FileProblems.reading(name, e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}

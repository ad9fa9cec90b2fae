package dev.slipway.load;

import dev.slipway.postgres.SqlScript;
import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract.ParameterRows;
import dev.slipway.servers.PostgresDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/**
 * Provides the bank of {@code make-bank} as tables: the folder of the tables, the loading, and the statements for the
 * bank's 44 files.
 */
final class Bank {
    private final Path tables;

    private Bank(Path tables) {
        this.tables = tables;
    }

    /** Describes a statement that extracts one of the files. */
    record Extract(
            String file, int orderGroup, Optional<String> parameterFile, String parameterColumn, String statement) {
        /** Returns the rows for which the statement is run, from a file in {@code folder} that was extracted before. */
        Optional<ParameterRows> parameters(String folder) {
            return parameterFile.map(rows -> new ParameterRows(new RunPath(folder + rows), List.of(parameterColumn)));
        }
    }

    /** Makes the bank's tables in {@code folder}, which must not exist. */
    static Bank tables(Path folder, double scale) throws IOException, InterruptedException {
        make(folder, scale, "--tables");
        return new Bank(folder);
    }

    /** Makes the bank's 44 files in {@code folder}, which must not exist. */
    static void files(Path folder, double scale) throws IOException, InterruptedException {
        make(folder, scale);
    }

    private static void make(Path folder, double scale, String... options) throws IOException, InterruptedException {
        Path program = Path.of(System.getProperty("slipway.root"), "native-kernels/target/install/bin/make-bank");
        ProcessBuilder builder = new ProcessBuilder(program.toString(), folder.toString(), "--scale", "" + scale);
        builder.command().addAll(List.of(options));
        if (builder.redirectOutput(Redirect.DISCARD)
                        .redirectError(Redirect.INHERIT)
                        .start()
                        .waitFor()
                != 0) {
            throw new IllegalStateException(builder.command() + " fails");
        }
    }

    /** Loads the tables, and further data of a bank's database beside the day's extracts. */
    void load(PostgresDatabase database) throws SQLException, IOException {
        try (Connection connection = database.dataSource().getConnection()) {
            connection.setAutoCommit(false);
            for (String script : List.of("load.sql", "fill.sql", "keys.sql")) {
                new SqlScript(tables.resolve(script)).run(connection);
            }
            connection.commit();
        }
    }

    /** Returns the statements, in their order groups. */
    List<Extract> extracts() {
        CSVFormat format = CSVFormat.RFC4180
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get();
        try (CSVParser rows = CSVParser.parse(Files.readString(tables.resolve("statements.csv")), format)) {
            return rows.stream().map(Bank::extract).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Extract extract(CSVRecord row) {
        return new Extract(
                row.get("file"),
                Integer.parseInt(row.get("order_group")),
                Optional.of(row.get("parameter_file")).filter(file -> !file.isEmpty()),
                row.get("parameter_column"),
                row.get("statement"));
    }
}

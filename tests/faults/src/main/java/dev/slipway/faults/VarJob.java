package dev.slipway.faults;

import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SqlStore.StoreParameter;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Makes the demo's job (deploy/demo/equity-var.xml) on every 25th position, with few scenarios. */
final class VarJob {
    static final int SCENARIOS = 200;
    static final String BOOKS = "SELECT book_id, name FROM risk.book WHERE desk = 'Equity' ORDER BY book_id";
    private static final String SYMBOLS = "SELECT DISTINCT symbol FROM risk.price ORDER BY symbol";
    private static final String POSITIONS = """
            SELECT p.position_id, p.book_id, i.kind, i.symbol, i.option, i.strike,
                   round((i.maturity - date '2022-12-28') / 365.0, 8) AS expiry_years, p.quantity
            FROM risk.position p JOIN risk.instrument i USING (instrument_id)
            WHERE p.book_id = ? AND p.position_id % 25 = 0 ORDER BY p.position_id""";
    private static final String PRICES = """
            SELECT symbol, day, close FROM risk.price
            WHERE symbol = ? AND day BETWEEN date '2020-12-28' AND date '2022-12-28' ORDER BY day""";

    private VarJob() {}

    static JobRequest request(String sid) {
        return new JobRequest(
                sid,
                Optional.empty(),
                Optional.of(sid),
                launch(),
                List.of(
                        extract("books", 1, BOOKS, "", "books.csv"),
                        extract("symbols", 1, SYMBOLS, "", "symbols.csv"),
                        curve(),
                        extract("positions", 2, POSITIONS, "books.csv book_id", "positions.csv.gz"),
                        extract("prices", 2, PRICES, "symbols.csv symbol", "prices.csv.gz")),
                List.of(
                        store("store-pnl", "run_pnl", "pnl.csv", "scenario", "pnl"),
                        store(
                                "store-figures",
                                "run_figure",
                                "figures.csv",
                                "measure",
                                "confidence",
                                "value",
                                "lower",
                                "upper")),
                List.of(
                        new ResultFile("pnl", new RunPath("pnl.csv"), ResultFile.Role.PNL_DISTRIBUTION),
                        new ResultFile("figures", new RunPath("figures.csv"), ResultFile.Role.RISK_FIGURES)),
                Map.of(),
                List.of());
    }

    private static LaunchRequest launch() {
        List<String> arguments = new ArrayList<>(List.of("--positions", "positions.csv.gz"));
        arguments.addAll(List.of("--prices", "prices.csv.gz", "--curve", "curve.csv", "--horizon-days", "10"));
        arguments.addAll(List.of("--scenarios", Integer.toString(SCENARIOS), "--paths", "50", "--seed", "20221228"));
        arguments.addAll(List.of("--pnl", "pnl.csv", "--figures", "figures.csv"));
        return new LaunchRequest(
                MpiProgram.of("counted-var-mc", arguments, Map.of(), 2),
                Optional.empty(),
                new RunPath("stdout.txt"),
                new RunPath("stderr.txt"),
                Optional.of(Duration.ofMinutes(5)),
                RunLimits.NONE);
    }

    /**
     * Makes an extract; {@code rows} has the file and the column of the parameters, and is empty for a statement
     * without parameters.
     */
    private static StagingStep extract(String name, int group, String statement, String rows, String file) {
        String[] words = rows.split(" ");
        return new SqlExtract(
                new StepHead.In(
                        name,
                        group,
                        new RunPath(file),
                        CreationFlag.OVERWRITE,
                        file.endsWith(".gz") ? Compression.BGZF : Compression.NONE),
                "risk",
                statement,
                words.length < 2
                        ? Optional.empty()
                        : Optional.of(new SqlExtract.ParameterRows(new RunPath(words[0]), List.of(words[1]))));
    }

    private static StagingStep curve() {
        RunPath file = new RunPath("curve.csv");
        return new SshFetch(new StepHead.In("curve", 1, file), "archive", "/usd.csv");
    }

    private static StagingStep store(String name, String table, String file, String... columns) {
        String marks = "?" + ", ?".repeat(columns.length);
        List<StoreParameter> parameters = Stream.concat(
                        Stream.<StoreParameter>of(new StoreParameter.Token()),
                        Arrays.stream(columns).map(StoreParameter.Column::new))
                .toList();
        String statement =
                "INSERT INTO risk." + table + " (job, " + String.join(", ", columns) + ") VALUES (" + marks + ")";
        return new SqlStore(new StepHead.Out(name, 1, new RunPath(file), false), "risk-results", statement, parameters);
    }
}

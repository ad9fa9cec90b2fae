package dev.slipway.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Does what `./slipway demo` asks of the risk database and of the service. The first argument is a verb: {@code create
 * FOLDER}, {@code bank FOLDER TABLES}, {@code noon FOLDER}, {@code figures FOLDER TOKEN}, {@code bank-figures FOLDER
 * TOKEN}, {@code market FOLDER}, {@code market-orders FOLDER FILE}, {@code market-figures FOLDER TOKEN}, {@code
 * trading-day FOLDER}, {@code trading-day-figures FOLDER TOKEN}, {@code field FILE}, {@code turbulence FOLDER}, {@code
 * turbulence-figures FOLDER TOKEN}, {@code stop FOLDER}. FOLDER is that of the database. {@code template HOME URL
 * DOCUMENT} asks the service with the home HOME.
 */
public final class Demo {
    /** The desks of the bank that {@code make-bank} makes. */
    static final List<String> DESKS = List.of(
            "bonds",
            "commodities",
            "equities",
            "exotics",
            "floaters",
            "fx",
            "fx-options",
            "money",
            "mortgages",
            "options",
            "swaps",
            "treasury");

    private static final String FIGURES = """
            SELECT measure, confidence, value, lower, upper FROM risk.run_figure
            WHERE job = ? AND confidence IS NOT NULL ORDER BY measure, confidence
            """;

    private static final Map<String, String> LABELS = Map.of(
            "var_mean",
            "10-day VaR, relative to the mean",
            "var_today",
            "10-day VaR, relative to today",
            "es_mean",
            "expected shortfall, relative to the mean");

    private Demo() {}

    /** Runs one verb. The program ends with status 2 for an unknown verb, and with status 1 after a failure. */
    public static void main(String[] args) throws SQLException, IOException {
        String verb = args.length > 1 ? args[0] : "";
        Path folder = args.length > 1 ? Path.of(args[1]) : Path.of(".");
        switch (verb) {
            case "create" -> create(folder);
            case "bank" -> RiskDatabase.open(folder).addBank(Path.of(args[2]));
            case "noon" -> RiskDatabase.open(folder).addNoon();
            case "template" -> System.out.println(template(folder, args[2], Path.of(args[3])));
            case "figures" -> figures(folder, args[2]);
            case "bank-figures" -> BankFigures.print(RiskDatabase.open(folder), args[2]);
            case "market" -> RiskDatabase.open(folder).addMarket();
            case "market-orders" -> MarketFigures.writeOrders(RiskDatabase.open(folder), Path.of(args[2]));
            case "market-figures" -> MarketFigures.print(RiskDatabase.open(folder), args[2]);
            case "trading-day" -> RiskDatabase.open(folder).addTradingDay(TradingDay.COUNT);
            case "trading-day-figures" -> TradingDayFigures.print(RiskDatabase.open(folder), args[2]);
            case "field" -> new TurbulentField(TurbulentField.SIZE).write(folder);
            case "turbulence" -> RiskDatabase.open(folder).addTurbulence();
            case "turbulence-figures" -> TurbulenceFigures.print(RiskDatabase.open(folder), args[2]);
            case "stop" -> RiskDatabase.open(folder).close();
            default -> {
                System.err.println("usage: Demo create FOLDER | bank FOLDER TABLES | noon FOLDER | figures FOLDER TOKEN"
                        + " | bank-figures FOLDER TOKEN | market FOLDER | market-orders FOLDER FILE"
                        + " | market-figures FOLDER TOKEN | trading-day FOLDER | trading-day-figures FOLDER TOKEN"
                        + " | field FILE | turbulence FOLDER | turbulence-figures FOLDER TOKEN"
                        + " | stop FOLDER | template HOME URL DOCUMENT");
                System.exit(2);
            }
        }
    }

    private static void create(Path folder) throws SQLException, IOException {
        // The database is not closed: the server outlives this process, until "stop".
        RiskDatabase database = RiskDatabase.create(folder);
        Files.writeString(folder.resolve("url"), database.jdbcUrl() + "\n");
    }

    /** Makes the template "bank VaR" in the name of the first user; returns the address of the page that runs it. */
    private static String template(Path home, String service, Path document) throws IOException {
        String password = Files.readString(home.resolve("operator.password")).strip();
        return service
                + BankTemplate.make(service, home.resolve("ca.pem"), "operator", password, Files.readString(document));
    }

    private static void figures(Path folder, String token) throws SQLException {
        String var99 = null;
        try (Connection connection = RiskDatabase.open(folder).connect(RiskDatabase.WRITER);
                PreparedStatement query = connection.prepareStatement(FIGURES)) {
            query.setString(1, token);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    System.out.println(line(rows));
                    if (rows.getString("measure").equals("var_mean") && rows.getDouble("confidence") == 0.99) {
                        var99 = rows.getString("value");
                    }
                }
            }
        }
        if (var99 == null) {
            System.err.println("the database holds no VaR of job " + token);
            System.exit(1);
        }
        System.out.println("VaR99=" + var99);
    }

    private static String line(ResultSet row) throws SQLException {
        return String.format(
                Locale.ROOT,
                "  %-39s %2.0f %%  %,14.2f   (95 %% interval %,.2f to %,.2f)",
                LABELS.getOrDefault(row.getString("measure"), row.getString("measure")),
                100 * row.getDouble("confidence"),
                row.getDouble("value"),
                row.getDouble("lower"),
                row.getDouble("upper"));
    }
}

package dev.slipway.demo;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;

/** Prints the results that a transform of the turbulent field has stored. */
final class TurbulenceFigures {
    private static final String BY_PHASE = """
            SELECT phase, sum(bytes) / 1e9 AS gb, max(seconds) AS seconds, sum(processor_seconds) AS processor
            FROM turbulence.phase WHERE job = ? AND client IS NOT NULL AND unit IS NULL GROUP BY phase \
            ORDER BY min(number)
            """;

    private static final StoredFigures FIGURES = new StoredFigures(
            "  phase                        GB        seconds   processor, s",
            BY_PHASE,
            TurbulenceFigures::line,
            "/sql/turbulence_figures.sql",
            TurbulenceFigures::summary);

    private TurbulenceFigures() {}

    /**
     * Prints the amount of data that each phase moved, and at the end
     * {@code FFT3D size=N roundtrip_e16=N spectrum_rows=N}. Ends the program with status 1 without stored rows.
     */
    static void print(RiskDatabase database, String token) throws SQLException {
        FIGURES.print(database, token);
    }

    private static String line(ResultSet row) throws SQLException {
        return String.format(
                Locale.ROOT,
                "  %-20s  %,10.3f  %,13.3f  %,13.3f",
                row.getString("phase"),
                row.getDouble("gb"),
                row.getDouble("seconds"),
                row.getDouble("processor"));
    }

    private static boolean summary(ResultSet row) throws SQLException {
        if (row.getString("size") == null
                || row.getString("roundtrip_e16") == null
                || row.getLong("spectrum_rows") == 0) {
            return false;
        }
        System.out.println(
                String.format(Locale.ROOT, "  slope of the spectrum from k = 5 to 50: %.2f", row.getDouble("slope")));
        System.out.println(String.format(
                Locale.ROOT,
                "FFT3D size=%d roundtrip_e16=%.2f spectrum_rows=%d",
                row.getLong("size"),
                row.getBigDecimal("roundtrip_e16"),
                row.getLong("spectrum_rows")));
        return true;
    }
}

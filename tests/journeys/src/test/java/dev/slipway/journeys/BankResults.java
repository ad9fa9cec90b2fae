package dev.slipway.journeys;

/**
 * Provides a program that writes results of each role that pages draw, and the document of a job that keeps these
 * results.
 */
final class BankResults {
    /** A shell script; its argument scales the results. Of two ranks the second leaves the files alone. */
    static final String PROGRAM = """
            [ "${OMPI_COMM_WORLD_RANK:-0}" = 0 ] || exit 0
            awk -v k="$1" 'BEGIN {
              print \
            "scenarios,var_mean_99,var_mean_99_lower,var_mean_99_upper,es_mean_99,es_mean_99_lower,es_mean_99_upper" \
            > "trace.csv"
              for (n = 100; n <= 100000; n += 50) {
                v = k * (512000 + 90000 * sin(n / 700) / sqrt(n / 100)); e = v * 1.15; w = k * 2400000 / sqrt(n)
                printf "%d,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f\\n", n, v, v - w, v + w, e, e - 1.3 * w, \
            e + 1.3 * w > "trace.csv"
              }
              print "level,kind,label,value,lower,upper,position" > "desks.csv"
              split("Rates and inflation,Equity,Foreign exchange,Commodities,Mortgages,Hedges of the \
            treasury", desk, ",")
              print "desk,measure,confidence,value,lower,upper" > "figures.csv"
              printf ",var_mean,0.99,%.2f,%.2f,%.2f\\n,es_mean,0.99,%.2f,%.2f,%.2f\\n", 512000 * k, \
            500000 * k, 524000 * k,
                588800 * k, 570000 * k, 607000 * k > "figures.csv"
              for (i = 1; i <= 6; i++) {
                c = (i == 6 ? -48000.5 : 260000.25 / i) * k
                printf "0.99,desk,%s,%.2f,%.2f,%.2f,%.2f\\n", desk[i], c, c - 15000, c + 15000, 2e6 * i > "desks.csv"
                printf "%s,var_mean,0.99,%.2f,%.2f,%.2f\\n", desk[i], 300000 * k / i, 290000 * k / i, 310000 * k / i > \
            "figures.csv"
              }
              for (i = 1; i <= 20; i++) {
                printf "0.99,factor,sim.USD.eq%03d,%.2f,%.2f,%.2f,\\n", i, 90000 / i, 85000 / i, 95000 / i > "desks.csv"
              }
              print "0.99,rest,curvature and interaction of factors,41643.99,,," > "desks.csv"
              print "n,speed\\n1,fast" > "wrong.csv"
              print "row,column,value" > "surface.csv"
              for (r = 0; r < 90; r++) for (c = 0; c < 120; c++) {
                printf "%d,%d,%.4f\\n", r, c, k * (sin(r / 9) * cos(c / 13) + r / 90) > "surface.csv"
              }
            }'
            """;

    private static final String RESULTS = """
              <sw:Results xmlns:sw="urn:slipway:job:1">
                <sw:Result name="convergence" file="trace.csv" role="series" x="Scenarios" y="VaR and ES, \
            EUR" log="x" panel="Convergence"/>
                <sw:Result name="speed" file="wrong.csv" role="series" panel="Convergence"/>
                <sw:Result name="contributions" file="desks.csv" role="bars" x="Desk or factor" y="Component VaR, EUR"/>
                <sw:Result name="surface" file="surface.csv" role="map" x="Move of rates, bp" y="Move of equity, %"/>
                <sw:Result name="figures" file="figures.csv" role="risk-figures"/>
              </sw:Results>
            </jsdl:JobDescription>""";

    private BankResults() {}

    /** Returns the document of a job that runs {@link #PROGRAM} under the name {@code bank-results}. */
    static String job(String name, String scale) {
        return Documents.changed(Documents.bareJob(name, "bank-results", scale), "</jsdl:JobDescription>", RESULTS);
    }
}

package dev.slipway.pages;

import dev.slipway.request.Axes;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunLimits;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshFetch;
import dev.slipway.secret.SecretUse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Jobs for the test's machine, and what its programs write. */
final class Samples {
    static final String HOSTILE = "<script>alert(\"x\")</script> & 'co'";
    static final String ESCAPED = "&lt;script&gt;alert(&#034;x&#034;)&lt;/script&gt; &amp; &#039;co&#039;";

    private Samples() {}

    /** A job that fetches a curve from market-data and runs {@code executable} on two ranks. */
    static JobRequest job(String name, String executable) {
        return job(name, executable, "market-data");
    }

    static JobRequest job(String name, String executable, String host) {
        LaunchRequest launch = new LaunchRequest(
                executable,
                List.of("<i>4</i>"),
                Map.of(),
                Optional.empty(),
                2,
                new RunPath("stdout.txt"),
                new RunPath("stderr.txt"),
                Optional.empty(),
                RunLimits.NONE);
        SshFetch curve = new SshFetch("curve", 1, host, "/curve.csv", new RunPath("curve.csv"));
        List<ResultFile> results = List.of(
                new ResultFile("pnl", new RunPath("pnl.csv"), ResultFile.Role.PNL_DISTRIBUTION),
                new ResultFile("figures & more", new RunPath("figures.csv"), ResultFile.Role.RISK_FIGURES),
                new ResultFile("a \"b\"/..", new RunPath("out/pnl \"x\".csv"), ResultFile.Role.FILE));
        return new JobRequest(
                name,
                Optional.empty(),
                Optional.empty(),
                launch,
                List.of(curve),
                List.of(),
                results,
                Map.of(),
                List.of());
    }

    /** A job whose figures are by desk, with a series, with bars, and with a series that is none. */
    static JobRequest bank(String name) {
        JobRequest job = job(name, "bank");
        return new JobRequest(
                name,
                Optional.empty(),
                Optional.empty(),
                job.launch(),
                job.stageIn(),
                List.of(),
                List.of(
                        new ResultFile("pnl", new RunPath("pnl.csv"), ResultFile.Role.PNL_DISTRIBUTION),
                        new ResultFile("figures", new RunPath("figures.csv"), ResultFile.Role.RISK_FIGURES),
                        new ResultFile(
                                "trace <i>",
                                new RunPath("trace.csv"),
                                ResultFile.Role.SERIES,
                                new Axes("Scenarios & more", "VaR <99>", Axes.Log.X, "Convergence <b>")),
                        new ResultFile(
                                "wrong",
                                new RunPath("figures.csv"),
                                ResultFile.Role.SERIES,
                                new Axes("", "", Axes.Log.NONE, "Convergence <b>")),
                        new ResultFile("by desk", new RunPath("desks.csv"), ResultFile.Role.BARS)),
                Map.of(),
                List.of());
    }

    /** What has the form of a sealed password, and says whom it is for. */
    static String sealed(String password, SecretUse use) {
        String text = use.submitter() + "-" + use.host() + "-" + use.user();
        return "eyJ" + text + "." + "A".repeat(342) + "." + "B".repeat(16) + ".C." + "D".repeat(22);
    }

    static String pnl() {
        Random random = new Random(7);
        StringBuilder csv = new StringBuilder("scenario,pnl\n");
        for (int i = 0; i < 10_000; i++) {
            double shock = random.nextGaussian();
            csv.append(i)
                    .append(',')
                    .append(180_000 * shock - 22_000 * shock * shock)
                    .append('\n');
        }
        return csv.append("10000,NaN\n").toString();
    }

    static String figuresByDesk() {
        return """
                desk,measure,confidence,value,lower,upper
                ,var_mean,0.99,511201.99,498771.25,526430.5
                Rates <b>,var_mean,0.99,300100.5,290000,310000
                Rates <b>,es_mean,0.99,350100.5,340000,360000
                Equity,var_mean,0.99,250200.25,240000,260000
                Equity,es_mean,0.99,280200.25,270000,290000
                """;
    }

    static String trace() {
        return "n,var <u>,var <u>_lower,var <u>_upper,es_mean_97.5\n100,500000,400000,600000,590000\n1000,510000,480000,540000,600000\n"
                + "10000,511201,498771,526430,601877\n";
    }

    static String desks() {
        return "label,value,lower,upper\nRates <b>,310000,300000,320000\nEquity,211201.5,200000,220000\nHedges,-10000,-12000,-8000\n";
    }

    static String figures() {
        return """
                measure,confidence,value,lower,upper
                var_mean,0.95,341233.4182,335870.1,347120.9
                var_mean,0.99,511201.99,498771.25,526430.5
                var_today,0.95,363233.4182,357870.1,369120.9
                es_mean,0.95,445120.5,437554.2,452686.8
                es_mean,0.99,601877.25,584120.75,619633.75
                today_value,,48211930.55,,
                <img src=x>,,1,,
                """;
    }
}

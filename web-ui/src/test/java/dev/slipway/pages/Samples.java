package dev.slipway.pages;

import dev.slipway.request.Axes;
import dev.slipway.request.JobRequest;
import dev.slipway.request.KernelStart.Copies;
import dev.slipway.request.KernelStart.Loss;
import dev.slipway.request.KernelStart.With;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.Program;
import dev.slipway.request.ResultFile;
import dev.slipway.request.RunPath;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StepHead;
import dev.slipway.request.StreamApplication;
import dev.slipway.request.StreamKernel;
import dev.slipway.request.StreamLink;
import dev.slipway.request.StreamLink.Split;
import dev.slipway.request.StreamLink.Transport;
import dev.slipway.run.StreamCounts;
import dev.slipway.secret.SecretUse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

/** Makes jobs for the test's machine, and the files that its programs write. */
final class Samples {
    static final String HOSTILE = "<script>alert(\"x\")</script> & 'co'";
    static final String ESCAPED = "&lt;script&gt;alert(&#034;x&#034;)&lt;/script&gt; &amp; &#039;co&#039;";

    private Samples() {}

    /** Makes a job that fetches a curve from market-data and runs {@code executable} on two ranks. */
    static JobRequest job(String name, String executable) {
        return job(name, executable, "market-data");
    }

    static JobRequest job(String name, String executable, String host) {
        LaunchRequest launch = LaunchRequest.of(
                MpiProgram.of(executable, List.of("<i>4</i>"), Map.of(), 2),
                new RunPath("stdout.txt"),
                new RunPath("stderr.txt"));
        SshFetch curve = new SshFetch(new StepHead.In("curve", 1, new RunPath("curve.csv")), host, "/curve.csv");
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

    /** Makes a job with a description. */
    static JobRequest noted(String name, String executable, String description) {
        JobRequest job = job(name, executable);
        return new JobRequest(
                name,
                Optional.of(description),
                Optional.empty(),
                job.launch(),
                job.stageIn(),
                List.of(),
                job.results(),
                Map.of(),
                List.of());
    }

    /**
     * Makes a job with figures by desk, a series, bars, a map, and a result that is no series although its role says
     * so.
     */
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
                        new ResultFile("by desk", new RunPath("desks.csv"), ResultFile.Role.BARS),
                        new ResultFile(
                                "slice <s>",
                                new RunPath("slice.csv"),
                                ResultFile.Role.MAP,
                                new Axes("y & z", "x <t>", Axes.Log.NONE, "Slices <b>"))),
                Map.of(),
                List.of());
    }

    /** Makes a job that runs a small market. An engine that is named "dies" dies. */
    static JobRequest market(String name, String engine) {
        Program program = new Program("endless", List.of(), Map.of());
        List<StreamKernel> kernels = List.of(
                new StreamKernel("generator", 0, new Copies(program, 1, Loss.END), true, Optional.empty()),
                new StreamKernel(engine, 1, new Copies(program, 2, Loss.TOLERATE), false, Optional.empty()),
                new StreamKernel("store", 2, new With("generator"), true, Optional.empty()));
        List<StreamLink> links = List.of(
                new StreamLink(
                        "generator",
                        List.of(engine, "store"),
                        Optional.of(Split.DUPLICATE),
                        false,
                        Transport.AUTO,
                        StreamLink.USUAL_ROOM),
                StreamLink.between(engine, "store"),
                new StreamLink(
                        "store", List.of("generator"), Optional.empty(), true, Transport.AUTO, StreamLink.USUAL_ROOM));
        JobRequest job = job(name, "endless");
        return new JobRequest(
                name,
                Optional.empty(),
                Optional.empty(),
                job.launch().running(new StreamApplication("market", kernels, links)),
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                List.of());
    }

    /** Returns counts of records for this stream application. */
    static StreamCounts counts(StreamApplication market) {
        String engine = market.kernels().get(1).name();
        boolean dies = engine.equals("dies");
        return new StreamCounts(
                List.of(
                        new StreamCounts.Kernel("generator", StreamCounts.State.RUNNING, 0, 0, 16, 12_345),
                        new StreamCounts.Kernel(
                                engine,
                                dies ? StreamCounts.State.DIED : StreamCounts.State.RUNNING,
                                0,
                                dies ? 9 : 0,
                                12_300,
                                20_000),
                        new StreamCounts.Kernel("store", StreamCounts.State.RUNNING, 0, 0, 32_345, 16)),
                List.of(
                        new StreamCounts.Link(
                                "generator", List.of(engine, "store"), 12_345, 4_996.4, List.of(12_345L, 12_344L)),
                        new StreamCounts.Link(engine, List.of("store"), 20_000, 8_000, List.of()),
                        new StreamCounts.Link("store", List.of("generator"), 16, 1.25, List.of())));
    }

    /** Makes a text in the form of a sealed password, which names the submitter, the host and the user. */
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

    static String pnlOverTwoHorizons() {
        return "scenario,pnl,horizon_days\n"
                + pnl().lines()
                        .skip(1)
                        .map(row -> row + ",10\n" + row + ",60 <b>\n")
                        .collect(Collectors.joining());
    }

    static String figuresByDesk() {
        return """
                desk,measure,confidence,value,lower,upper,horizon_days
                ,var_mean,0.99,511201.99,498771.25,526430.5,10
                ,var_mean,0.99,911201.99,898771.25,926430.5,60 <b>
                ,today_value,,48211930.55,,,
                Rates <b>,var_mean,0.99,300100.5,290000,310000,10
                Rates <b>,es_mean,0.99,350100.5,340000,360000,10
                Equity,var_mean,0.99,250200.25,240000,260000,10
                Equity,es_mean,0.99,280200.25,270000,290000,10
                """;
    }

    static String trace() {
        return """
                n,var <u>,var <u>_lower,var <u>_upper,es_mean_97.5
                100,500000,400000,600000,590000
                1000,510000,480000,540000,600000
                10000,511201,498771,526430,601877
                """;
    }

    static String desks() {
        return """
                label,value,lower,upper
                Rates <b>,310000,300000,320000
                Equity,211201.5,200000,220000
                Hedges,-10000,-12000,-8000
                """;
    }

    static String slice() {
        return "row,column,value\n0,0,-1.5\n0,1,2\n1,0,\n1,1,0.25\n";
    }

    /** Returns the reports of a program that has begun its count anew once. */
    static String progress() {
        return """
                {"done":9000,"of":10000,"figures":{"var_mean_99":1}}
                {"done":100,"of":10000,"figures":{"var_mean_99":400000,"var_mean_99_lower":300000,\
                "var_mean_99_upper":500000,"<i>":1}}
                {"done":2500,"of":10000,"figures":{"var_mean_99":500000,"var_mean_99_lower":460000,\
                "var_mean_99_upper":540000,"<i>":2}}
                {"done":6250,"of":10000,"figures":{"var_mean_99":509112.25,"var_mean_99_lower":480000.5,\
                "var_mean_99_upper":540000.75,"<i>":3}}
                """;
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

package dev.slipway.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code ./slipway demo [NAME] [--stay]}. */
class DemoIT {
    private static final Duration PATIENCE = Duration.ofSeconds(300);

    @TempDir
    Path folder;

    @Test
    void an_unknown_name_is_told_what_there_is() {
        for (String name : List.of("nothing", "pom", "../demo/smallest")) {
            ShippedCommand demo = ShippedCommand.slipway(Map.of(), List.of("demo", name));

            assertThat(demo.exitStatus()).as(name).isEqualTo(2);
            assertThat(demo.err())
                    .contains(
                            "'" + name + "'",
                            "There are: bank-var equity-var market-chain smallest trading-day turbulence");
            assertThat(demo.out()).isEmpty();
        }
    }

    @Test
    void one_document_is_run_and_no_more() {
        assertThat(ShippedCommand.slipway(Map.of(), List.of("demo", "smallest", "equity"))
                        .err())
                .contains("demo runs one document", "'smallest'", "'equity'");
        assertThat(ShippedCommand.slipway(Map.of(), List.of("demo", "--go")).err())
                .contains("'--go'", "usage: ./slipway demo [NAME] [--slurm] [--stay] [--mail HOST:PORT]");
        assertThat(ShippedCommand.slipway(Map.of(), List.of("demo", "--mail", "nowhere"))
                        .err())
                .contains("--mail takes HOST:PORT of a mail server, not 'nowhere'");
        assertThat(ShippedCommand.slipway(Map.of(), List.of("demo", "market", "--slurm"))
                        .err())
                .contains("demo --slurm runs a Value-at-Risk on two hosts, not 'market'", "equity-var or bank-var");
    }

    @Test
    void a_demo_that_stays_tells_where_it_is_and_ends_when_it_is_told_to() throws Exception {
        Path out = folder.resolve("out");
        Process demo = started(out, "smallest", "--stay");
        try {
            Matcher stays = awaited(demo, out, "stays up at https://127\\.0\\.0\\.1:(\\d+) .*kill " + demo.pid());
            assertThat(read(out)).contains("the job of deploy/demo/smallest.xml", "usage: mpirun", "--positions");
            int port = Integer.parseInt(stays.group(1));
            assertThat(answers(port)).isTrue();
            lookAt(out);

            demo.destroy();

            assertThat(demo.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(demo.exitValue()).isZero();
            assertThat(answers(port)).isFalse();
        } finally {
            demo.destroy();
            demo.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /** Looks at what the demo leaves, by the commands that the demo tells. */
    private static void lookAt(Path out) {
        Matcher profile = awaited(out, "To look at, .*SLIPWAY_PROFILE=(\\S+):");
        Map<String, String> environment = Map.of("SLIPWAY_PROFILE", profile.group(1), "SLIPWAY_BUILT", "yes");
        assertThat(told(environment, out, "(template show) \"(equity VaR)\"")).contains("scenarios", "1000 to 1000000");
        assertThat(told(environment, out, "(schedule show) \"(equity VaR)\""))
                .contains("mon-fri 07:30", "horizon=1", "run by operator");
        assertThat(told(environment, out, "(list --group) (\\w{8})").lines()).hasSize(5);
        Installation.await("the job with the misspelt table has failed", PATIENCE, () -> told(
                        environment, out, "(explain) (\\w{8})")
                .contains("risk.boook"));
    }

    /** Runs the command that the demo tells, and returns the answer. */
    private static String told(Map<String, String> environment, Path out, String command) {
        Matcher told = awaited(out, "\\./slipway " + command);
        List<String> line = new ArrayList<>(List.of(told.group(1).split(" ")));
        line.add(told.group(2));
        return ShippedCommand.slipway(environment, line).answer();
    }

    @Test
    void the_main_job_runs_on_two_hosts_of_a_cluster_that_the_squeue_of_the_user_sees() throws Exception {
        Path out = folder.resolve("out");
        Process demo = started(out, "--slurm", "--stay");
        try {
            Matcher cluster = awaited(demo, out, "cluster +SLURM_CONF=(\\S+) squeue");
            assertThat(read(out))
                    .containsPattern("VaR99=[0-9.]+")
                    .containsPattern("nobody\\S* +batch +2 +host\\[1-2] +COMPLETED");
            Path conf = Path.of(cluster.group(1));
            ShippedCommand nodes = ShippedCommand.run(
                    Map.of("SLURM_CONF", conf.toString()),
                    List.of("sinfo", "-h", "-N", "-p", "batch", "-o", "%N"),
                    PATIENCE);
            assertThat(nodes.answer()).isEqualTo("host1\nhost2");

            demo.destroy();

            assertThat(demo.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(demo.exitValue()).isZero();
            Installation.await("the end of the cluster", PATIENCE, () -> Files.notExists(conf.getParent()));
        } finally {
            demo.destroy();
            demo.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /** Starts the demo with these arguments, and writes the output to {@code out}. */
    private static Process started(Path out, String... arguments) throws IOException {
        List<String> line =
                new ArrayList<>(List.of(ShippedCommand.root().resolve("slipway").toString(), "demo"));
        line.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().put("SLIPWAY_BUILT", "yes");
        return builder.start();
    }

    @Test
    void the_market_ends_with_figures_that_sql_the_audit_and_another_program_agree_on() {
        ShippedCommand demo = ShippedCommand.run(
                Map.of("SLIPWAY_BUILT", "yes"),
                List.of(ShippedCommand.root().resolve("slipway").toString(), "demo", "market"),
                PATIENCE);

        String last = demo.answer().substring(demo.answer().lastIndexOf('\n') + 1);
        assertThat(last).matches("orders=50000 trades=\\d+ digest=[0-9a-f]{16} audit=passed p50_us=[0-9.]+");
        String digest = last.replaceAll(".*(digest=\\w+).*", "$1");
        assertThat(demo.out())
                .contains("the same orders by match-orders, without a chain: " + digest)
                .containsPattern("\n +30,000 +[0-9.,]+ us +[0-9.,]+ us +[0-9.,]+ us\n");
    }

    @Test
    void the_trading_day_ends_with_what_sql_holds_of_it_and_nothing_is_off() {
        ShippedCommand demo = ShippedCommand.run(
                Map.of("SLIPWAY_BUILT", "yes"),
                List.of(ShippedCommand.root().resolve("slipway").toString(), "demo", "exchange"),
                PATIENCE);

        String last = demo.answer().substring(demo.answer().lastIndexOf('\n') + 1);
        assertThat(last).matches("EXCHANGE orders=\\d+ executions=\\d+ money_off=0 shares_off=0");
        assertThat(Long.parseLong(last.replaceAll(".*orders=(\\d+).*", "$1"))).isGreaterThan(40_000);
        String executions = last.replaceAll(".*executions=(\\d+).*", "$1");
        assertThat(Long.parseLong(executions)).isGreaterThan(10_000);
        assertThat(demo.out())
                .containsPattern("\nDAY requests=50000 .*executions=" + executions + " .* money_off=0 shares_off=0\n")
                .containsPattern("\n {2}COBALT +[0-9,]+ +[0-9,.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+\n");
    }

    @Test
    void the_turbulent_field_ends_with_what_sql_holds_of_its_transform() {
        ShippedCommand demo = ShippedCommand.run(
                Map.of("SLIPWAY_BUILT", "yes"),
                List.of(ShippedCommand.root().resolve("slipway").toString(), "demo", "fft"),
                PATIENCE);

        String last = demo.answer().substring(demo.answer().lastIndexOf('\n') + 1);
        assertThat(last).matches("FFT3D size=256 roundtrip_e16=[0-9.]+ spectrum_rows=\\d+");
        assertThat(Double.parseDouble(last.replaceAll(".*roundtrip_e16=([0-9.]+).*", "$1")))
                .isBetween(0.01, 20.0);
        assertThat(Integer.parseInt(last.replaceAll(".*spectrum_rows=(\\d+)", "$1")))
                .isBetween(129, 224);
        assertThat(Double.parseDouble(
                        demo.out().replaceAll("(?s).*slope of the spectrum from k = 5 to 50: (-[0-9.]+).*", "$1")))
                .as("as Kolmogorov's, as far as the finest lattice reaches")
                .isBetween(-2.6, -1.2);
    }

    private static Matcher awaited(Process demo, Path out, String words) {
        Pattern pattern = Pattern.compile(words);
        Installation.await(words, PATIENCE, () -> {
            if (!demo.isAlive()) {
                throw new AssertionError("the demo ended:\n" + read(out));
            }
            return pattern.matcher(read(out)).find();
        });
        return awaited(out, words);
    }

    private static Matcher awaited(Path out, String words) {
        Installation.await(
                words, PATIENCE, () -> Pattern.compile(words).matcher(read(out)).find());
        Matcher found = Pattern.compile(words).matcher(read(out));
        assertThat(found.find()).isTrue();
        return found;
    }

    private static boolean answers(int port) {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            return socket.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }
}

package dev.slipway.journeys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.service.wire.Capabilities;
import dev.slipway.service.wire.Download;
import dev.slipway.service.wire.JobState;
import dev.slipway.service.wire.JobStatus;
import dev.slipway.service.wire.Jobs;
import dev.slipway.service.wire.JobsService;
import dev.slipway.service.wire.OutcomeWord;
import dev.slipway.service.wire.ProblemFault;
import dev.slipway.service.wire.ResultEntry;
import dev.slipway.service.wire.Results;
import dev.slipway.service.wire.Status;
import dev.slipway.service.wire.Submit;
import jakarta.xml.ws.BindingProvider;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.TrustManagerFactory;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.frontend.ClientProxy;
import org.apache.cxf.transport.http.HTTPConduit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests client stacks that know only Slipway's WSDL, and a workflow that waits for a callback. */
class ClientStacksIT {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final String NOBODYS = "0".repeat(32);

    private static Installation installation;
    private static Path document;

    @BeforeAll
    static void start() {
        installation = Installation.start();
        document = installation.write("small.xml", Documents.on("wide", Documents.smallJob()));
    }

    @AfterAll
    static void stop() {
        installation.close();
    }

    @Test
    void pythons_zeep_submits_follows_fetches_and_understands_a_fault() {
        saw(client("target/clients/venv/bin/python", "zeep_client.py"));
    }

    @Test
    void nodes_soap_submits_follows_fetches_and_understands_a_fault() {
        saw(client("node", "node_client.js"));
    }

    @Test
    void code_that_cxf_makes_of_the_wsdl_submits_follows_fetches_and_understands_a_fault() throws Exception {
        Jobs jobs = generated();
        assertThat(jobs.capabilities(new Capabilities()).getVersion()).matches("[0-9]+\\..*");
        Submit submit = new Submit();
        submit.setDocument(Files.readAllBytes(document));
        String token = jobs.submit(submit).getToken();
        Status ask = new Status();
        ask.setToken(token);
        Installation.await("the job has closed", LIMIT, () -> status(jobs, ask).getState() == JobState.CLOSED);
        assertThat(status(jobs, ask).getOutcome().getWord()).isEqualTo(OutcomeWord.DONE);

        Results results = new Results();
        results.setToken(token);
        List<ResultEntry> found = jobs.results(results).getResult();
        assertThat(found).extracting(ResultEntry::getName).contains("figures");
        for (ResultEntry each : found) {
            Download download = new Download();
            download.setToken(token);
            download.setName(each.getName());
            download.setLimit(1 << 20);
            assertThat(jobs.download(download).getBytes()).hasSize((int) each.getBytes());
        }
        ask.setToken(NOBODYS);
        assertThatThrownBy(() -> jobs.status(ask)).isInstanceOfSatisfying(ProblemFault.class, fault -> assertThat(
                        fault.getFaultInfo().getCode())
                .isEqualTo("job.unknown"));
    }

    @Test
    void a_workflow_is_called_back_and_branches_on_the_value_at_risk() {
        ShippedCommand accepted = workflow("1e12", document);
        assertThat(accepted.exitStatus()).as(accepted.err()).isZero();
        assertThat(accepted.out()).contains("called back: DONE", ": accept");

        ShippedCommand escalated = workflow("1", document);
        assertThat(escalated.exitStatus()).as(escalated.err()).isEqualTo(1);
        assertThat(escalated.out()).contains("called back: DONE", ": escalate");

        Path failing = installation.write("bare.xml", Documents.bareJob("bare", "var-mc", "--scenarios", "none"));
        ShippedCommand failed = workflow("1", failing);
        assertThat(failed.exitStatus()).as(failed.err()).isEqualTo(2);
        assertThat(failed.out()).contains("called back: FAILED", "the job did not end well");
        assertThat(installation.slipway("audit", "operations").answer()).contains("CALLBACK_TAKEN");

        Path missing = installation.write("missing.xml", Documents.bareJob("bare", "no-such-program"));
        ShippedCommand refused = workflow("1", missing);
        assertThat(refused.exitStatus()).as(refused.err()).isEqualTo(4);
        assertThat(refused.err())
                .contains("(launch.executable-missing)", "Name a program in one of the operator's application folders.")
                .doesNotContain("Traceback");
    }

    private static ShippedCommand workflow(String limit, Path job) {
        return ShippedCommand.run(
                Map.of(),
                List.of(
                        "python3",
                        ShippedCommand.root()
                                .resolve("deploy/demo/var_workflow.py")
                                .toString(),
                        "--endpoint",
                        installation.url("/services/jobs"),
                        "--ca",
                        certificate().toString(),
                        "--user",
                        "operator",
                        "--password-file",
                        password().toString(),
                        "--listen",
                        installation.callbackPlace(),
                        "--limit",
                        limit,
                        "--patience",
                        "100",
                        job.toString()),
                LIMIT);
    }

    private static JobStatus status(Jobs jobs, Status ask) {
        try {
            return jobs.status(ask).getStatus();
        } catch (ProblemFault e) {
            throw new AssertionError(e);
        }
    }

    private static Jobs generated() throws IOException, GeneralSecurityException {
        Jobs jobs = new JobsService().getJobsPort();
        Map<String, Object> context = ((BindingProvider) jobs).getRequestContext();
        context.put(BindingProvider.ENDPOINT_ADDRESS_PROPERTY, installation.url("/services/jobs"));
        context.put(BindingProvider.USERNAME_PROPERTY, "operator");
        context.put(
                BindingProvider.PASSWORD_PROPERTY, Files.readString(password()).strip());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(certificate())) {
            trusted.setCertificateEntry(
                    "slipway", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        TLSClientParameters tls = new TLSClientParameters();
        tls.setTrustManagers(trust.getTrustManagers());
        ((HTTPConduit) ClientProxy.getClient(jobs).getConduit()).setTlsClientParameters(tls);
        return jobs;
    }

    /**
     * Checks the output of a client that submitted a job, waited for its end, fetched all results and asked for an
     * unknown job.
     */
    private static void saw(String printed) {
        List<String> lines = printed.lines().toList();
        assertThat(lines.get(0)).matches("token [0-9a-hjkmnp-tv-z]{32}");
        assertThat(lines.get(1)).isEqualTo("outcome DONE");
        assertThat(lines.subList(2, lines.size() - 1))
                .isNotEmpty()
                .allMatch(line -> line.matches("result [a-z-]+ ([1-9][0-9]*) \\1"));
        assertThat(lines.get(lines.size() - 1)).isEqualTo("fault job.unknown");
    }

    private static String client(String program, String script) {
        Path root = ShippedCommand.root();
        Path found = root.resolve(program);
        List<String> line = new ArrayList<>(List.of(
                Files.exists(found) ? found.toString() : program,
                root.resolve("tests/journeys/clients").resolve(script).toString(),
                installation.url("/services/jobs?wsdl"),
                certificate().toString(),
                "operator",
                password().toString(),
                document.toString()));
        Map<String, String> modules =
                Map.of("NODE_PATH", root.resolve("target/clients/node_modules").toString());
        return ShippedCommand.run(modules, line, LIMIT).answer();
    }

    private static Path password() {
        return installation.home().resolve("operator.password");
    }

    private static Path certificate() {
        return installation.home().resolve("ca.pem");
    }
}

package dev.slipway.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests clients that generators make from the WSDL of the running service, without options or bindings. Each client
 * calls the operations with one element of a name in call and answer, and reads the problem of a call after the login
 * has ended.
 */
class GeneratedClientsIT {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private static final String SAW = """
            upload 2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824 5
            fault job.unknown
            fault job.unknown
            fault job.unknown
            fault form.unknown
            fault access.not-authenticated""";

    @TempDir
    static Path folder;

    private static Installation installation;

    @BeforeAll
    static void start() throws Exception {
        installation = Installation.start();
        trust();
    }

    @AfterAll
    static void stop() {
        installation.close();
    }

    @ParameterizedTest
    @CsvSource({"cxf, org.apache.cxf.tools.wsdlto.WSDLToJava, -d", "metro, com.sun.tools.ws.WsImport, -Xnocompile -d"})
    void a_generator_of_jax_ws_makes_a_client(String stack, String generator, String target) throws IOException {
        Path sources = Files.createDirectory(folder.resolve(stack));
        List<String> generate = new ArrayList<>(List.of(generator));
        generate.addAll(List.of(target.split(" ")));
        generate.addAll(List.of(sources.toString(), wsdl()));
        java(libraries(stack), generate);

        Path classes = Files.createDirectory(folder.resolve(stack + "-classes"));
        compile(sources, classes, libraries(stack));
        assertThat(java(
                        classes + ":" + libraries(stack),
                        List.of("JaxWsClient", "operator", password().toString())))
                .isEqualTo(SAW);
    }

    @Test
    void gsoap_makes_a_client() throws IOException {
        Path sources = Files.createDirectory(folder.resolve("gsoap"));
        in(sources, "wsdl2h", "-o", "jobs.h", wsdl());
        in(sources, "soapcpp2", "-j", "-C", "-L", "-x", "jobs.h");
        String client = clients().resolve("gsoap_client.cpp").toString();
        String line = "g++ -I. " + client + " soapC.cpp soapJobsSoapProxy.cpp -o client"
                + " $(pkg-config --cflags --libs gsoapssl++) -lssl -lcrypto -lz";
        in(sources, "sh", "-c", line);

        assertThat(in(
                        sources,
                        sources.resolve("client").toString(),
                        installation.url("/services/jobs"),
                        certificate().toString(),
                        "operator",
                        password().toString()))
                .isEqualTo(SAW);
    }

    @Test
    void zeep_binds_the_wsdl_strictly() {
        assertThat(run(
                        ShippedCommand.root()
                                .resolve("target/clients/venv/bin/python")
                                .toString(),
                        clients().resolve("strict_client.py").toString(),
                        wsdl(),
                        certificate().toString(),
                        "operator",
                        password().toString()))
                .isEqualTo(SAW);
    }

    /**
     * Runs the Python of the README with the address and folder of this installation in place of those of a service of
     * root.
     */
    @Test
    void the_python_of_the_readme_submits_a_job_as_it_stands_there() throws IOException {
        String readme = Files.readString(ShippedCommand.root().resolve("README.md"));
        int begin = readme.indexOf("```python\n") + "```python\n".length();
        String code = readme.substring(begin, readme.indexOf("```", begin))
                .replace("https://localhost:8443", installation.url(""))
                .replace("/var/lib/slipway", installation.home().toString());
        Path script = Files.writeString(folder.resolve("readme.py"), code + "print(token)\n");

        String token = in(
                ShippedCommand.root(),
                ShippedCommand.root().resolve("target/clients/venv/bin/python").toString(),
                script.toString());
        assertThat(installation.watched(token)).contains("\"word\":\"DONE\"");
    }

    /** Runs Java with the service's certificate as the only trusted one. */
    private static String java(String classPath, List<String> arguments) {
        List<String> line = new ArrayList<>(List.of(
                "java",
                "-XX:TieredStopAtLevel=1",
                "-Djavax.net.ssl.trustStore=" + folder.resolve("trust.p12"),
                "-Djavax.net.ssl.trustStorePassword=changeit",
                "-cp",
                classPath));
        line.addAll(arguments);
        return run(line.toArray(String[]::new));
    }

    private static void compile(Path sources, Path classes, String libraries) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                "javac", "-J-XX:TieredStopAtLevel=1", "-proc:none", "-d", classes.toString(), "-cp", libraries));
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(line::add);
        }
        line.add(clients().resolve("JaxWsClient.java").toString());
        run(line.toArray(String[]::new));
    }

    private static String in(Path directory, String... command) {
        List<String> line = new ArrayList<>(List.of("env", "-C", directory.toString()));
        line.addAll(List.of(command));
        return run(line.toArray(String[]::new));
    }

    private static String run(String... line) {
        return ShippedCommand.run(Map.of(), List.of(line), LIMIT).answer();
    }

    private static void trust() throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(certificate())) {
            trusted.setCertificateEntry(
                    "slipway", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        try (OutputStream out = Files.newOutputStream(folder.resolve("trust.p12"))) {
            trusted.store(out, "changeit".toCharArray());
        }
    }

    private static String libraries(String stack) {
        return clients().resolve(stack).resolve("target/lib/*").toString();
    }

    private static Path clients() {
        return ShippedCommand.root().resolve("tests/journeys/clients");
    }

    private static String wsdl() {
        return installation.url("/services/jobs?wsdl");
    }

    private static Path password() {
        return installation.home().resolve("operator.password");
    }

    private static Path certificate() {
        return installation.home().resolve("ca.pem");
    }
}

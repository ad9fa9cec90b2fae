import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * Makes the toolkit call a service, to record which classes each call loads:
 * {@code java Rehearsal.java FOLDER JAVA OPTION...}. The service is a part of this program, on loopback, with one job.
 * Leaves a list of classes for each call in FOLDER.
 */
public final class Rehearsal {
    private static final String TOKEN = "0".repeat(32);
    private static final String PASSWORD = "rehearsal";
    private static final String BEGUN = "2026-11-20T10:00:00Z";
    private static final String STATUS = "<token>" + TOKEN + "</token><name>rehearsal</name><owner>ann</owner>"
            + "<state>CLOSED</state><since>" + BEGUN
            + "</since><accepted>" + BEGUN + "</accepted><outcome><word>DONE</word></outcome>"
            + "<cancelRequested>false</cancelRequested>"
            + phase("QUEUED") + phase("STAGING_IN") + phase("RUNNING") + "<phase>"
            + "<state>CLOSED</state><begun>" + BEGUN + "</begun></phase>"
            + "<step><name>positions</name><direction>IN</direction><orderGroup>1</orderGroup><place>risk</place>"
            + "<file>positions.csv</file>"
            + "<progress>DONE</progress><bytes>2000000</bytes><rows>5000</rows></step><processes>2</processes>"
            + "<progress><done>10</done><of>20</of><figure><name>var</name><value>1.5</value></figure></progress>"
            + "<run><exitStatus>0</exitStatus><signal>0</signal><reason>EXITED</reason><started>" + BEGUN
            + "</started><ended>" + BEGUN
            + "</ended><userSeconds>1.0</userSeconds><systemSeconds>1.0</systemSeconds>"
            + "<maxRssBytes>1000</maxRssBytes></run>";

    private final Path folder;
    private final List<String> toolkit;

    private Rehearsal(Path folder, List<String> toolkit) {
        this.folder = folder;
        this.toolkit = toolkit;
    }

    public static void main(String[] arguments) throws Exception {
        List<String> all = List.of(arguments);
        new Rehearsal(Path.of(all.get(0)), all.subList(1, all.size())).play();
    }

    private static String phase(String state) {
        return "<phase><state>" + state + "</state><begun>" + BEGUN + "</begun><ended>" + BEGUN + "</ended></phase>";
    }

    private void play() throws Exception {
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(key()));
        server.createContext("/", Rehearsal::answer);
        server.start();
        try {
            Path document = Files.writeString(folder.resolve("document.xml"), "<job/>");
            profile(server.getAddress().getPort());
            call("submit", document.toString());
            call("status", TOKEN);
            call("watch", TOKEN);
            call("list");
        } finally {
            server.stop(0);
        }
    }

    private SSLContext key() throws Exception {
        Path store = folder.resolve("key.p12");
        String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        run(List.of(keytool, "-genkeypair", "-alias", "service", "-keyalg", "EC", "-groupname", "secp256r1",
                "-dname", "CN=rehearsal", "-ext", "san=ip:127.0.0.1", "-validity", "1",
                "-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", PASSWORD));
        run(List.of(keytool, "-exportcert", "-rfc", "-alias", "service", "-keystore", store.toString(),
                "-storepass", PASSWORD, "-file", folder.resolve("ca.pem").toString()));
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), null, null);
        return context;
    }

    private void profile(int port) throws IOException {
        Path password = Files.writeString(folder.resolve("password"), PASSWORD);
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
        Files.writeString(folder.resolve("profile"),
                "endpoint=https://127.0.0.1:" + port + "/services/jobs\nuser=ann\npassword-file=password\nca=ca.pem\n");
    }

    private static void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        String action = exchange.getRequestHeaders().getFirst("SOAPAction").replace("\"", "");
        String operation = action.substring(action.lastIndexOf('/') + 1);
        String content =
                switch (operation) {
                    case "submit" -> "<token>" + TOKEN + "</token>";
                    case "status" -> "<status>" + STATUS + "</status>";
                    case "list" -> "<total>1</total><job><token>" + TOKEN + "</token><name>rehearsal</name>"
                            + "<owner>ann</owner><state>CLOSED</state>"
                            + "<outcome>DONE</outcome><accepted>" + BEGUN + "</accepted></job>";
                    default -> throw new IllegalStateException("not rehearsed: " + operation);
                };
        byte[] envelope = ("<soap:Envelope xmlns:soap=\"http://schemas.xmlsoap.org/soap/envelope/\">"
                + "<soap:Body><" + operation
                + "Response xmlns=\"urn:slipway:service:1\">" + content + "</" + operation + "Response></soap:Body>"
                + "</soap:Envelope>")
                .getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/xml; charset=UTF-8");
        exchange.sendResponseHeaders(200, envelope.length);
        exchange.getResponseBody().write(envelope);
        exchange.close();
    }

    private void call(String... verb) throws Exception {
        Path classes = folder.resolve(verb[0] + ".classes");
        List<String> line = new ArrayList<>(List.of(toolkit.get(0), "-XX:DumpLoadedClassList=" + classes));
        line.addAll(toolkit.subList(1, toolkit.size()));
        line.addAll(List.of(verb));
        run(line);
    }

    private void run(List<String> line) throws Exception {
        ProcessBuilder builder = new ProcessBuilder(line).redirectInput(Path.of("/dev/null").toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
        builder.environment().put("SLIPWAY_PROFILE", folder.resolve("profile").toString());
        int status = builder.start().waitFor();
        if (status != 0) {
            throw new IllegalStateException(
                    line + " ended with " + status + "\n" + Files.readString(folder.resolve("log")));
        }
    }
}

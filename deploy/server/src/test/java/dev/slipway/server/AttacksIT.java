package dev.slipway.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.servers.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that callers are served while strangers without a password attack, over TLS through all filters. */
class AttacksIT {
    private static final String WSSE =
            "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd";
    private static final String LIST = "<s:list><s:offset>0</s:offset><s:limit>1</s:limit></s:list>";
    /** The longest wait of the service for more of a call that has begun. */
    private static final Duration WAITS = Duration.ofSeconds(12);

    /** A caller who had to wait for a stranger would wait longer than this. */
    private static final Duration AT_ONCE = WAITS.minusSeconds(2);

    private static WholeService service;
    private static SSLContext trust;

    @BeforeAll
    static void start() throws Exception {
        service = new WholeService().start("--server.tomcat.connection-timeout=" + WAITS.toSeconds() + "s");
        trust = service.trust();
        service.call("operator", service.password(), LIST);
    }

    @AfterAll
    static void stop() throws IOException {
        service.close();
    }

    @Test
    void entities_are_neither_expanded_nor_fetched() throws Exception {
        StringBuilder laughs = new StringBuilder("<!DOCTYPE e [<!ENTITY l0 'ha'>");
        for (int i = 1; i < 40; i++) {
            laughs.append("<!ENTITY l")
                    .append(i)
                    .append(" '")
                    .append(("&l" + (i - 1) + ";").repeat(10))
                    .append("'>");
        }
        cutShort(laughs + "]>" + WholeService.envelope(security("&l39;"), LIST));
        cutShort("<!DOCTYPE e [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>"
                + WholeService.envelope(security("&x;"), LIST));
        cutShort("<!DOCTYPE e SYSTEM 'file:///etc/passwd'>" + WholeService.envelope("", LIST));
        cutShort("<!DOCTYPE e [<!ENTITY % p SYSTEM 'http://127.0.0.1:9/x'> %p;]>" + WholeService.envelope("", LIST));
    }

    @Test
    void a_security_header_without_end_is_cut_short() throws Exception {
        cutShort(WholeService.envelope(security("<x>".repeat(100_000)), LIST));
        cutShort(WholeService.envelope(security("<x/>".repeat(300_000)), LIST));
        StringBuilder attributes = new StringBuilder();
        for (int i = 0; i < 100_000; i++) {
            attributes.append(" a").append(i).append("=''");
        }
        cutShort(WholeService.envelope(security("<x" + attributes + "/>"), LIST));
        cutShort(WholeService.envelope(security("<x a='" + "a".repeat(1 << 20) + "'/>"), LIST));
        cutShort(WholeService.envelope(security("a".repeat(7 << 20)), LIST));
        cutShort(WholeService.envelope("<s:x/>".repeat(300_000), LIST));
    }

    @Test
    void what_is_cut_off_or_in_another_encoding_than_it_says_is_refused() throws Exception {
        String call = WholeService.envelope(security("<w:UsernameToken/>"), LIST);
        cutShort(call.substring(0, call.length() / 2));
        cutShort("<?xml version='1.0' encoding='UTF-16'?>" + call);
        cutShort("<?xml version='1.0' encoding='EBCDIC-CP-NOWHERE'?>" + call);
        byte[] wrong = call.replace("UsernameToken", "Username\u00ff").getBytes(StandardCharsets.ISO_8859_1);
        assertThat(post(HttpRequest.BodyPublishers.ofByteArray(wrong)).body()).contains("Fault", "call.invalid");
    }

    @Test
    void a_body_over_the_limit_is_not_read() throws Exception {
        String call =
                head("/services/jobs", "text/xml;charset=UTF-8") + "Content-Length: " + ((8 << 20) + 1) + "\r\n\r\n";

        assertThat(startOfAnswer(call, "HTTP/1.1 413", Await.PATIENCE)).isEqualTo("HTTP/1.1 413");
    }

    @Test
    void a_body_that_no_page_takes_is_not_waited_for() throws Exception {
        String form = head("/anything", "application/x-www-form-urlencoded") + "Content-Length: 500000000\r\n\r\na=b&";
        for (String method : List.of("PUT", "PATCH", "DELETE")) {
            assertThat(startOfAnswer(form.replace("POST", method), "HTTP/1.1 4", AT_ONCE))
                    .as(method)
                    .isIn("HTTP/1.1 4", "HTTP/1.1 3");
        }
    }

    /**
     * Returns as many characters of the answer as LIKE has. The service answers though the body of the call never
     * comes.
     */
    private static String startOfAnswer(String call, String like, Duration longest) throws Exception {
        try (Socket socket = begin(call)) {
            socket.setSoTimeout((int) longest.toMillis());
            return new String(socket.getInputStream().readNBytes(like.length()), StandardCharsets.US_ASCII);
        }
    }

    /** Returns beginnings of calls that never end, each at another door, and calls with answers that are never read. */
    private static List<String> stalls() {
        String length = "Content-Length: 5000\r\n\r\n";
        return List.of(
                "POST /services/jobs HTTP/1.1\r\nHost: x\r\nContent-Ty",
                head("/services/jobs", "text/xml") + length + "<e:Enve",
                head("/services/jobs", "text/xml") + "Transfer-Encoding: chunked\r\n\r\n7\r\n<e:Enve\r\n",
                head("/services/jobs", "text/plain") + length + "x",
                head("/services/jobs", "text/xml") + "Authorization: Basic eDp5\r\n" + length + "<e:Enve",
                head("/services/jobs", "text/xml") + "Authorization: Nothing known\r\n" + length + "<e:Enve",
                head("/services/nowhere", "text/xml") + length + "<e:Enve",
                head("/login", "application/x-www-form-urlencoded") + length + "username=operator&pass",
                head("/ui/jobs", "application/x-www-form-urlencoded") + "Authorization: Basic eDp5\r\n" + length + "a=",
                "GET /services/jobs?wsdl HTTP/1.1\r\nHost: x\r\n\r\n".repeat(300));
    }

    @Test
    void callers_are_served_while_300_others_stall_and_those_are_cut_off() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 300; i++) {
                slow.add(begin(stalls().get(i % stalls().size())));
            }
            servedAtOnce(WholeService.basic("operator", service.password()), "");
            servedAtOnce("", security(usernameToken("operator", service.password())));
            for (int i = 0; i < 30; i++) {
                // The last kind is left out, because many answers must be read first.
                assertThat(i % stalls().size() == stalls().size() - 1 || ends(slow.get(i)))
                        .as("kind %d ends", i % stalls().size())
                        .isTrue();
            }
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void known_callers_are_served_when_more_strangers_come_than_threads_are_there() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 450; i++) {
                slow.add(begin(stalls().get(1)));
            }
            servedAtOnce(WholeService.basic("operator", service.password()), "");
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    /**
     * Sends from 10 addresses, one of which is also the known caller's. A new login comes from an eleventh. Checking
     * all made-up passwords takes longer than this test allows.
     */
    @Test
    void a_known_caller_and_a_new_login_are_served_while_strangers_claim_to_be_somebody_and_send_slowly()
            throws Exception {
        for (int i = 0; i < 3; i++) {
            String user = "<s:userAdd><s:name>new" + i + "</s:name><s:password>green tea of new" + i
                    + "</s:password><s:role>USER</s:role></s:userAdd>";
            assertThat(service.call("operator", service.password(), user).statusCode())
                    .isEqualTo(200);
        }
        try (Flood flood = new Flood(500)) {
            for (int i = 0; i < 3; i++) {
                for (int call = 0; call < 20; call++) {
                    within(AT_ONCE, 200, () -> service.call("operator", service.password(), LIST)
                            .statusCode());
                }
                String login = WholeService.basic("new" + i, "green tea of new" + i);
                within(Await.PATIENCE, "HTTP/1.1 200", () -> status("127.0.0.77", login));
            }
            assertThat(flood.sent()).isGreaterThan(500);
        }
    }

    /** Connects strangers again and again until closed. Two of three send a name and a password. */
    private static final class Flood implements AutoCloseable {
        private final Deque<Socket> sockets = new ArrayDeque<>();
        private final AtomicInteger sent = new AtomicInteger();
        private final AtomicBoolean over = new AtomicBoolean();
        private final Thread thread;

        Flood(int many) throws Exception {
            for (int i = 0; i < many; i++) {
                send();
            }
            thread = new Thread(() -> {
                while (!over.get()) {
                    try {
                        send();
                        sockets.remove().close();
                        TimeUnit.MILLISECONDS.sleep(10);
                    } catch (Exception e) {
                        // A server that turns strangers away may do so while they connect.
                    }
                }
            });
            thread.start();
        }

        private void send() throws Exception {
            int number = sent.getAndIncrement();
            String claim = "Authorization: " + WholeService.basic("name" + number, "guess") + "\r\n";
            sockets.add(begin(
                    number % 10 == 0 ? "127.0.0.1" : "127.0.1." + number % 10,
                    head("/services/jobs", "text/xml") + (number % 3 > 0 ? claim : "")
                            + "Content-Length: 5000\r\n\r\n<e:Enve"));
        }

        int sent() {
            return sent.get();
        }

        @Override
        public void close() throws IOException {
            over.set(true);
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    /** Returns the status of a list call from this address. */
    private static String status(String from, String authorization) throws Exception {
        String envelope = WholeService.envelope("", LIST);
        try (Socket socket = begin(
                from,
                head("/services/jobs", "text/xml") + "Authorization: " + authorization + "\r\nContent-Length: "
                        + envelope.length() + "\r\n\r\n" + envelope)) {
            return new String(socket.getInputStream().readNBytes("HTTP/1.1 200".length()), StandardCharsets.US_ASCII);
        }
    }

    private static void within(Duration limit, Object expected, Callable<?> act) throws Exception {
        long begun = System.nanoTime();
        assertThat(act.call()).isEqualTo(expected);
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(limit);
    }

    @Test
    void a_body_that_drips_is_cut_off() throws Exception {
        try (Socket socket = begin(stalls().get(1))) {
            OutputStream out = socket.getOutputStream();
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 600; i++) {
                            out.write(' ');
                            out.flush();
                            TimeUnit.MILLISECONDS.sleep(200);
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    /** Asserts that half of the calls are served at once; the others may be slow, because a build may run beside. */
    private static void servedAtOnce(String authorization, String header) throws Exception {
        List<Duration> took = new ArrayList<>();
        for (int i = 0; i < 21; i++) {
            long begun = System.nanoTime();
            assertThat(service.ask(authorization, header, LIST).statusCode()).isEqualTo(200);
            took.add(Duration.ofNanos(System.nanoTime() - begun));
        }
        assertThat(took.stream().sorted().toList().get(10)).isLessThan(AT_ONCE);
    }

    private static String usernameToken(String user, String password) {
        return "<w:UsernameToken><w:Username>" + user + "</w:Username><w:Password>" + password
                + "</w:Password></w:UsernameToken>";
    }

    @Test
    void nothing_of_the_inside_stands_in_a_fault() throws Exception {
        for (String body : List.of("<s:explode/>", "<s:status/>", "<s:list><s:offset>x</s:offset></s:list>")) {
            HttpResponse<String> answer = service.call("operator", service.password(), body);
            assertThat(answer.body())
                    .contains("Fault", "call.invalid")
                    .doesNotContain("Exception", "org.apache", "dev.slipway", "java.", "\tat ", "com.ctc");
        }
        assertThat(Files.readString(service.home().resolve("log/slipway.log"))).doesNotContain("OutOfMemory");
    }

    @Test
    void the_wsdl_names_the_service_by_its_own_name_whatever_the_caller_says() throws Exception {
        String call = WholeService.envelope("", LIST);
        raw("POST /services/jobs HTTP/1.1\r\nHost: made.up.example\r\nContent-Type: text/xml\r\nContent-Length: "
                + call.length() + "\r\nConnection: close\r\n\r\n" + call);

        assertThat(wsdl("made.up.example:443"))
                .contains("\"https://127.0.0.1:" + service.port() + "/services/jobs\"")
                .doesNotContain("made.up");
        assertThat(wsdl("localhost:4443")).contains("\"https://localhost:4443/services/jobs\"");
        assertThat(wsdl("made.up.example:443")).doesNotContain("made.up");
    }

    private static String wsdl(String host) throws Exception {
        return raw("GET /services/jobs?wsdl HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
    }

    private static String raw(String request) throws Exception {
        try (Socket socket = begin(request)) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void a_path_that_is_not_written_plainly_is_refused_and_nothing_fails_over_it() throws Exception {
        for (String path : List.of("//services/jobs", "/%73ervices/jobs", "/./services/jobs", "/x/../services/jobs")) {
            try (Socket socket = begin(head(path, "text/xml") + "Content-Length: 0\r\n\r\n")) {
                assertThat(socket.getInputStream().readNBytes("HTTP/1.1 4".length()))
                        .as(path)
                        .asString(StandardCharsets.US_ASCII)
                        .isEqualTo("HTTP/1.1 4");
            }
        }
    }

    private static String head(String path, String type) {
        return "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: " + type + "\r\n";
    }

    private static Socket begin(String bytes) throws Exception {
        return begin("127.0.0.2", bytes);
    }

    private static Socket begin(String from, String bytes) throws Exception {
        Socket socket = trust.getSocketFactory()
                .createSocket(InetAddress.getByName("127.0.0.1"), service.port(), InetAddress.getByName(from), 0);
        OutputStream out = socket.getOutputStream();
        out.write(bytes.getBytes(StandardCharsets.US_ASCII));
        out.flush();
        return socket;
    }

    /** Returns whether the service closes the connection. */
    private static boolean ends(Socket socket) throws IOException {
        socket.setSoTimeout((int) Await.PATIENCE.toMillis());
        InputStream in = socket.getInputStream();
        try {
            in.readAllBytes();
            return true;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true; // the connection was reset
        }
    }

    private static void cutShort(String envelope) throws Exception {
        HttpResponse<String> answer = post(HttpRequest.BodyPublishers.ofString(envelope));
        assertThat(answer.statusCode()).isIn(401, 500);
        assertThat(answer.body())
                .contains("Fault", "exitStatus>2")
                .doesNotContain("listResponse", "hahaha", "root:", "internal error");
    }

    private static HttpResponse<String> post(HttpRequest.BodyPublisher body) throws Exception {
        return service.send(HttpRequest.newBuilder(URI.create(service.url("/services/jobs")))
                .header("Content-Type", "text/xml;charset=UTF-8")
                .POST(body));
    }

    private static String security(String content) {
        return "<w:Security xmlns:w='" + WSSE + "'>" + content + "</w:Security>";
    }
}

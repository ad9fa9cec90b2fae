package dev.slipway.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends malformed HTTP requests to the whole service through raw sockets, and examines the answers, the log and other
 * users' calls.
 */
class MalformedRequestsIT {
    private static final String LIST = "<s:list><s:offset>0</s:offset><s:limit>1</s:limit></s:list>";
    private static final String CALL = WholeService.envelope("", LIST);
    private static final String PAGE =
            "POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n";
    private static final String HEAD = "POST /services/jobs HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\n";

    /** Two lengths that contradict each other, so that the end of the body is unknown. */
    private static final String TWO_LENGTHS = HEAD + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n<e:En";

    /** The most bytes by which the log may grow over hundreds of malformed requests. */
    private static final long FEW_LINES = 40_000;

    private static WholeService service;
    private static SSLContext trust;

    @BeforeAll
    static void start() throws Exception {
        service = new WholeService().start("--server.tomcat.connection-timeout=4s");
        trust = service.trust();
        assertThat(list()).isEqualTo(200);
    }

    @AfterAll
    static void stop() throws IOException {
        service.close();
    }

    private static List<String> malformed() {
        return Stream.concat(bodies(), heads())
                .map(request -> request.replace("Host: x\r\n", "Host: x\r\nConnection: close\r\n"))
                .toList();
    }

    private static Stream<String> bodies() {
        String chunked = HEAD + "Transfer-Encoding: chunked\r\n";
        return Stream.of(
                TWO_LENGTHS,
                PAGE + "Content-Length: 5\r\nContent-Length: 6\r\n\r\na=b&c",
                "GET /ui/jobs HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                HEAD + "Content-Length: 5, 6\r\n\r\n<e:En",
                HEAD + "Content-Length: -1\r\n\r\n",
                HEAD + "Content-Length: five\r\n\r\n",
                HEAD + "Content-Length: 99999999999999999999\r\n\r\n",
                chunked + "Content-Length: 5\r\nContent-Length: 6\r\n\r\n0\r\n\r\n",
                HEAD + "Transfer-Encoding: gzip\r\n\r\n",
                HEAD + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
                HEAD + "Transfer-Encoding: nothing known\r\n\r\n",
                chunked + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                chunked + "\r\nffffffffffffffffff\r\nx\r\n",
                chunked + "\r\nfive\r\n<e:En\r\n0\r\n\r\n",
                chunked + "\r\n-5\r\n<e:En\r\n0\r\n\r\n",
                chunked + "\r\n5\r\n<e:Envelope\r\n0\r\n\r\n",
                chunked + "\r\n5;" + "x".repeat(5000) + "\r\n<e:En\r\n0\r\n\r\n",
                chunked + "\r\n0\r\nTrailer: " + "x".repeat(5000) + "\r\n\r\n",
                PAGE + "Transfer-Encoding: chunked\r\n\r\nfive\r\na=b\r\n");
    }

    private static Stream<String> heads() {
        return Stream.of(
                "POST /services/jobs HTTP/1.1\r\nContent-Length: 0\r\n\r\n",
                "POST /services/jobs HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: 0\r\n\r\n",
                "POST /services/jobs HTTP/1.1\r\nHost: a b\r\nContent-Length: 0\r\n\r\n",
                "POST /services/jobs HTTP/9.9\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
                "POST /services/jobs\r\n\r\n",
                "P\u0001ST /services/jobs HTTP/1.1\r\nHost: x\r\n\r\n",
                "POST /services/jobs HTTP/1.1\r\nHost: x\r\nA: " + "a".repeat(20_000) + "\r\n\r\n",
                "POST /services/jobs HTTP/1.1\r\nHost: x\r\n" + "A: b\r\n".repeat(500) + "\r\n",
                "POST /services/jobs HTTP/1.1\r\nHost: x\r\nA B: c\r\nContent-Length: five\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /..%2f..%2fetc HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /a\\b HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET /ui/jobs;jsessionid=%zz HTTP/1.1\r\nHost: x\r\n\r\n",
                "GET http://[::1/ui/jobs HTTP/1.1\r\nHost: x\r\n\r\n",
                "TRACE /ui/jobs HTTP/1.1\r\nHost: x\r\n\r\n",
                "CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n",
                HEAD + "Expect: the unexpected\r\nContent-Length: 5\r\n\r\n<e:En",
                HEAD + "Cookie: SLIPWAY=\u0002; =; \"\r\nContent-Length: 0\r\n\r\n",
                HEAD + "Authorization: Basic \u0007\r\nContent-Length: 0\r\n\r\n",
                HEAD + "Content-Length: 5\r\nContent-Type: text/xml;charset=\"\r\n\r\n<e:En",
                "POST /ui/uploads HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data\r\n"
                        + "Content-Length: 3\r\n\r\na=b",
                "POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=a\r\n"
                        + "Content-Length: 3\r\n\r\n--b",
                PAGE + "Content-Length: 9\r\n\r\na=%zz&b=%",
                "GET /ui/jobs?a=%zz HTTP/1.1\r\nHost: x\r\n\r\n",
                "POST /services/jobs HTTP/1.0\r\nContent-Type: text/xml\r\n\r\n");
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void a_malformed_request_is_refused_as_its_senders_fault_and_costs_a_line_of_log_at_most(String request)
            throws Exception {
        long before = Files.size(log());

        String answer = answer(request);

        assertThat(answer)
                .matches("(?s)(HTTP/1\\.1 (4|3|505|501).*)?|.*faultcode>[a-z]*:Client.*|the request is malformed.*");
        assertThat(Files.size(log()) - before).as(answer).isLessThan(500);
    }

    @ParameterizedTest
    @ValueSource(strings = {"FOO", "post", "PROPFIND", "TRACE"})
    void a_method_that_no_address_knows_is_not_implemented_and_gets_nothing_back_of_the_request(String method)
            throws Exception {
        for (String path : List.of("/services/jobs", "/services/schemas/jsdl.xsd", "/ui/jobs", "/login", "/none")) {
            assertThat(answer(method + " " + path + " HTTP/1.1\r\nHost: x\r\nMy-Secret: told\r\n"
                            + "Connection: close\r\n\r\n"))
                    .as(path)
                    .startsWith("HTTP/1.1 501")
                    .endsWith("\r\n\r\nthis service knows no such method\n")
                    .doesNotContain("told", "Allow:");
        }
    }

    @Test
    void a_known_method_that_an_address_does_not_take_is_told_which_the_address_takes() throws Exception {
        assertThat(answer("PUT /services/jobs HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 405")
                .contains("\r\nAllow: GET, HEAD, POST\r\n");
    }

    @Test
    void two_lengths_get_a_short_plain_answer_and_the_end_of_the_connection() throws Exception {
        assertThat(answer(TWO_LENGTHS))
                .startsWith("HTTP/1.1 400")
                .contains("Connection: close")
                .endsWith("the request is malformed, or of a kind that this service does not take\n");
    }

    /**
     * Tests honest calls beside malformed ones. Each connection gets one of a dozen request objects that Tomcat uses
     * again and again.
     */
    @Test
    void honest_calls_are_all_served_beside_strangers_who_send_malformed_requests_in_loops() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger sent = new AtomicInteger();
        ExecutorService strangers = Executors.newFixedThreadPool(2);
        long before = Files.size(log());
        try {
            List<Future<?>> loops = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                loops.add(strangers.submit(() -> {
                    while (!over.get()) {
                        answer(malformed()
                                .get(sent.getAndIncrement() % malformed().size()));
                    }
                    return null;
                }));
            }
            List<Integer> statuses = new ArrayList<>();
            while (statuses.size() < 300 || sent.get() < 600) {
                statuses.add(list());
                assertThat(loops).noneMatch(Future::isDone);
            }
            assertThat(statuses).containsOnly(200);
            over.set(true);
            for (Future<?> loop : loops) {
                loop.get();
            }
        } finally {
            over.set(true);
            strangers.shutdown();
        }
        assertThat(Files.size(log()) - before).isLessThan(FEW_LINES);
    }

    @Test
    void requests_in_a_row_on_one_connection_are_answered_each_until_one_is_malformed() throws Exception {
        String whole = HEAD + "Authorization: " + WholeService.basic("operator", service.password())
                + "\r\nContent-Length: " + CALL.length() + "\r\n\r\n" + CALL;

        String answers = answer(whole + whole + TWO_LENGTHS);

        assertThat(IntStream.range(0, answers.length())
                        .filter(at -> answers.startsWith("HTTP/1.1 ", at))
                        .mapToObj(at -> answers.substring(at + 9, at + 12)))
                .containsExactly("200", "200", "400");
    }

    @Test
    void a_redirect_stays_here_whatever_host_the_request_names() throws Exception {
        for (String path : List.of("/", "/ui", "/ui/jobs", "/ui/jobs/unknown", "/ui/operations", "/logout")) {
            for (String host : List.of("made.up.example", "made.up.example:443", "127.0.0.1")) {
                String answer = answer("GET " + path + " HTTP/1.1\r\nHost: " + host
                        + "\r\nX-Forwarded-Host: made.up.example\r\nForwarded: host=made.up.example\r\n"
                        + "Accept: text/html\r\nConnection: close\r\n\r\n");

                assertThat(answer).as(path).startsWith("HTTP/1.1 ").doesNotContain("made.up");
                assertThat(answer.lines().filter(line -> line.startsWith("Location: ")))
                        .allMatch(line -> line.startsWith("Location: /"));
            }
        }
        assertThat(answer("GET /ui/jobs HTTP/1.1\r\nHost: made.up.example\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 302")
                .contains("\r\nLocation: /login?to=%2Fui%2Fjobs\r\n");
    }

    @Test
    void a_failure_that_repeats_is_written_some_times_and_then_counted() throws Exception {
        Logger logger = LoggerFactory.getLogger(MalformedRequestsIT.class);
        long before = Files.size(log());
        for (int i = 0; i < 5_000; i++) {
            logger.error("call {} failed", i, new IllegalStateException("failure " + i));
        }

        assertThat(Files.size(log()) - before).isBetween(1_000L, 500_000L);
    }

    @Test
    void a_stranger_who_goes_in_the_middle_of_a_request_leaves_nothing_in_the_log() throws Exception {
        long before = Files.size(log());
        for (int i = 0; i < 50; i++) {
            begin(HEAD + "Content-Length: 5000\r\n\r\n<e:Enve").close();
            begin(HEAD + "Transfer-Encoding: chunked\r\n\r\n7\r\n<e").close();
        }

        assertThat(list()).isEqualTo(200);
        assertThat(Files.size(log()) - before).isLessThan(2_000);
    }

    private static int list() throws Exception {
        return service.call("operator", service.password(), LIST).statusCode();
    }

    private static Path log() {
        return service.home().resolve("log/slipway.log");
    }

    /** Returns all that the service answers until it ends the connection. */
    private static String answer(String request) throws Exception {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try (Socket socket = begin(request)) {
            socket.setSoTimeout(20_000);
            socket.getInputStream().transferTo(answer);
        } catch (SocketException e) {
            // The connection was reset: the service ends such a connection without reading the rest.
        }
        return answer.toString(StandardCharsets.ISO_8859_1);
    }

    private static Socket begin(String bytes) throws Exception {
        Socket socket = trust.getSocketFactory()
                .createSocket(
                        InetAddress.getByName("127.0.0.1"), service.port(), InetAddress.getByName("127.0.0.3"), 0);
        OutputStream out = socket.getOutputStream();
        out.write(bytes.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
        return socket;
    }
}

package dev.slipway.server.doorstep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.servers.Await;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs a Tomcat with 20 connections and so much time for a head that a busy machine needs less; the test moves that
 * time on.
 */
class DoorwayTest {
    private static final int CONNECTIONS = 20;
    private static final Duration HEAD = Await.PATIENCE;
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String ANSWER = "HTTP/1.1 204";

    @TempDir
    Path folder;

    private final Tomcat tomcat = new Tomcat();
    private final HurriedClock clock = new HurriedClock();
    private final Connector connector = new Connector(new Doorway(clock));
    private final List<Socket> open = new ArrayList<>();

    @BeforeEach
    void start() throws LifecycleException {
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("maxConnections", String.valueOf(CONNECTIONS));
        connector.setProperty("connectionTimeout", String.valueOf(HEAD.toMillis()));
        connector.setProperty("keepAliveTimeout", "60000");
        // No head of a test is cut off for its size.
        assertThat(connector.setProperty("maxHttpRequestHeaderSize", "1000000")).isTrue();
        tomcat.setBaseDir(folder.toString());
        tomcat.setConnector(connector);
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "nothing", new HttpServlet() {
            private static final long serialVersionUID = 1L;

            @Override
            protected void doGet(HttpServletRequest request, HttpServletResponse response) {
                response.setStatus(HttpServletResponse.SC_NO_CONTENT);
            }
        });
        context.addServletMapping("/", "nothing");
        tomcat.start();
    }

    @AfterEach
    void stop() throws LifecycleException, IOException {
        for (Socket socket : open) {
            socket.close();
        }
        tomcat.stop();
        tomcat.destroy();
    }

    @Test
    void a_head_that_drips_is_cut_off() throws Exception {
        isCutOff("GET / HTTP/1.1\r\nHost: x\r\nX: ", "x");
        isCutOff("", "\r\n");
    }

    private void isCutOff(String begin, String drop) throws Exception {
        clock.moveOn(
                Duration.ofSeconds(1)); // a head that begins in the millisecond of the connection gets the time anew
        OutputStream out = connect("127.0.0.1").getOutputStream();
        piece(out, begin + drop);
        clock.moveOn(HEAD.multipliedBy(2));
        Await.until("a head that took too long is cut off", () -> {
            try {
                out.write(drop.getBytes(StandardCharsets.US_ASCII));
                return false;
            } catch (IOException e) {
                return true;
            }
        });
    }

    @Test
    void the_time_between_two_requests_is_not_the_heads() throws Exception {
        Socket socket = connect("127.0.0.1");
        requestInPieces(socket);
        clock.moveOn(HEAD.multipliedBy(2));
        requestInPieces(socket);
    }

    private void requestInPieces(Socket socket) throws Exception {
        OutputStream out = socket.getOutputStream();
        piece(out, REQUEST.substring(0, 10));
        piece(out, REQUEST.substring(10, 20));
        piece(out, REQUEST.substring(20));
        assertThat(answer(socket)).isEqualTo(ANSWER);
        socket.getInputStream().skip(socket.getInputStream().available());
    }

    /**
     * Sends a piece, and returns when Tomcat has read the piece and waits for the next. So Tomcat sees each piece
     * alone.
     */
    private void piece(OutputStream out, String piece) throws IOException {
        ThreadPoolExecutor threads =
                (ThreadPoolExecutor) connector.getProtocolHandler().getExecutor();
        long before = threads.getCompletedTaskCount();
        out.write(piece.getBytes(StandardCharsets.US_ASCII));
        Await.until("an end of reading a piece of a head", () -> threads.getCompletedTaskCount() > before);
    }

    @Test
    void one_address_gets_half_of_the_connections_and_others_are_served() throws Exception {
        for (int i = 0; i < CONNECTIONS; i++) {
            Socket idle = connect("127.0.0.2");
            if (i < CONNECTIONS / 2) {
                // An answer shows that the connection is counted.
                idle.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
                assertThat(answer(idle)).isEqualTo(ANSWER);
            } else {
                assertThat(isClosed(idle)).isTrue();
            }
        }

        Socket other = connect("127.0.0.1");
        other.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
        assertThat(answer(other)).isEqualTo(ANSWER);
        open.get(0).close();
        awaitServed("127.0.0.2");
    }

    private void awaitServed(String from) throws IOException {
        String answer = "";
        while (!answer.equals(ANSWER)) {
            Socket socket = connect(from);
            try {
                socket.getOutputStream().write(REQUEST.getBytes(StandardCharsets.US_ASCII));
                answer = answer(socket);
            } catch (IOException e) {
                answer = "closed";
            }
        }
    }

    private static boolean isClosed(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (java.net.SocketTimeoutException e) {
            return false;
        } catch (IOException e) {
            return true; // the connection was reset
        }
    }

    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readNBytes(ANSWER.length()), StandardCharsets.US_ASCII);
    }

    private Socket connect(String from) throws IOException {
        Socket socket = new Socket(
                InetAddress.getByName("127.0.0.1"), connector.getLocalPort(), InetAddress.getByName(from), 0);
        socket.setSoTimeout((int) Await.PATIENCE.toMillis());
        socket.setTcpNoDelay(true);
        open.add(socket);
        return socket;
    }

    /** Follows the system's clock, plus the time by which the test moves it on. */
    private static final class HurriedClock extends Clock {
        private final AtomicLong ahead = new AtomicLong();

        void moveOn(Duration by) {
            ahead.addAndGet(by.toMillis());
        }

        @Override
        public Instant instant() {
            return Instant.now().plusMillis(ahead.get());
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }
}

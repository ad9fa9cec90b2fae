package dev.slipway.server.doorstep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Tomcat with 20 connections and a second for a head. */
class DoorwayTest {
    private static final int CONNECTIONS = 20;
    private static final Duration HEAD = Duration.ofSeconds(3);
    private static final String REQUEST = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String ANSWER = "HTTP/1.1 204";

    @TempDir
    Path folder;

    private final Tomcat tomcat = new Tomcat();
    private final Connector connector = new Connector(Doorway.class.getName());
    private final List<Socket> open = new ArrayList<>();

    @BeforeEach
    void start() throws LifecycleException {
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("maxConnections", String.valueOf(CONNECTIONS));
        connector.setProperty("connectionTimeout", String.valueOf(HEAD.toMillis()));
        connector.setProperty("keepAliveTimeout", "60000");
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
        OutputStream out = connect("127.0.0.1").getOutputStream();
        out.write(begin.getBytes(StandardCharsets.US_ASCII));
        // Far longer than a head may take, and far fewer bytes than it may have.
        assertThatThrownBy(() -> {
                    for (int i = 0; i < 1200; i++) {
                        out.write(drop.getBytes(StandardCharsets.US_ASCII));
                        TimeUnit.MILLISECONDS.sleep(100);
                    }
                })
                .isInstanceOf(IOException.class);
    }

    @Test
    void the_time_between_two_requests_is_not_the_heads() throws Exception {
        Socket socket = connect("127.0.0.1");
        for (int i = 0; i < 2; i++) {
            OutputStream out = socket.getOutputStream();
            for (String part : List.of(REQUEST.substring(0, 10), REQUEST.substring(10, 20), REQUEST.substring(20))) {
                out.write(part.getBytes(StandardCharsets.US_ASCII));
                out.flush();
            }
            assertThat(answer(socket)).isEqualTo(ANSWER);
            socket.getInputStream().skip(socket.getInputStream().available());
            TimeUnit.MILLISECONDS.sleep(HEAD.toMillis() + 200);
        }
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
            return true; // reset
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
}

package dev.slipway.server.doorstep;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.InputBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that failed requests leave no data behind in the request objects that Tomcat reuses. */
class DoorstepTest {
    @TempDir
    Path folder;

    private final Tomcat tomcat = new Tomcat();
    private final Connector connector = new Connector(Doorway.class.getName());

    /** Collects all readers of bodies that each of Tomcat's request objects ever had. */
    private final Map<org.apache.coyote.Request, Set<InputBuffer>> readers = new ConcurrentHashMap<>();

    private final class Looking extends ValveBase {
        @Override
        public void invoke(Request request, Response response) throws IOException, ServletException {
            org.apache.coyote.Request raw = request.getCoyoteRequest();
            readers.computeIfAbsent(raw, first -> ConcurrentHashMap.newKeySet()).add(raw.getInputBuffer());
            getNext().invoke(request, response);
        }
    }

    private static final class Failing extends HttpServlet {
        private static final long serialVersionUID = 1L;

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getHeader("Fail") != null) {
                throw new IllegalStateException("as the test wants it");
            }
            response.getOutputStream().write(request.getInputStream().readAllBytes());
        }
    }

    @BeforeEach
    void start() throws Exception {
        connector.setPort(0);
        connector.setProperty("address", "127.0.0.1");
        Doorstep.prepare(connector);
        tomcat.setBaseDir(folder.toString());
        tomcat.setConnector(connector);
        tomcat.getEngine().getPipeline().addValve(new Looking());
        tomcat.getEngine().getPipeline().addValve(new Doorstep(request -> false));
        Context context = tomcat.addContext("", null);
        Tomcat.addServlet(context, "failing", new Failing());
        context.addServletMapping("/", "failing");
        tomcat.start();
    }

    @AfterEach
    void stop() throws Exception {
        tomcat.stop();
        tomcat.destroy();
    }

    @Test
    void a_request_that_fails_leaves_no_layer_behind_for_the_next() throws Exception {
        for (int i = 0; i < 20; i++) {
            assertThat(answer("Content-Length: 4\r\nContent-Length: 5\r\n\r\nbody"))
                    .startsWith("HTTP/1.1 400");
            assertThat(answer("Content-Length: 4\r\nFail: yes\r\n\r\nbody")).startsWith("HTTP/1.1 500");
            assertThat(answer("Transfer-Encoding: chunked\r\nFail: yes\r\n\r\nfour\r\nbody"))
                    .startsWith("HTTP/1.1 500");
            assertThat(answer("Content-Length: 4\r\n\r\nbody"))
                    .startsWith("HTTP/1.1 200")
                    .endsWith("body");
        }

        assertThat(readers.values()).allSatisfy(each -> assertThat(each).hasSize(1));
        assertThat(readers).hasSizeLessThan(80);
    }

    private String answer(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", connector.getLocalPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(("POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n" + request)
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }
}

package dev.slipway.server.doorstep;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Predicate;
import org.apache.catalina.Session;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.apache.coyote.ActionCode;
import org.apache.coyote.http11.AbstractHttp11Protocol;

/**
 * Stands before everything, so that whoever is let in is served whatever strangers do.
 *
 * <ul>
 *   <li>A thread waits for each body that is being read and for each password that is being checked. Strangers have {@link #STRANGERS}
 *       threads, which their networks share fairly, and are turned away when these are taken; {@link #KNOWN} more are left to callers of
 *       whom it is known before their body is read, and without a look, that they were let in not long ago. Nobody becomes one of them by
 *       what they say.
 *   <li>A body comes at a pace ({@link PacedBody}), whoever sends it.
 *   <li>A request that Tomcat found malformed gets a short answer here and the end of its connection. Tomcat would have
 *       the whole service behind this make an error page, with a request whose head cannot be read.
 *   <li>A body that nobody wants, of a call that was refused, is thrown away for a moment, on a stranger's thread; then the connection
 *       is closed. Tomcat reads it to its end, on any thread.
 * </ul>
 */
public final class Doorstep extends ValveBase {
    /** Strangers' requests at once. */
    static final int STRANGERS = 384;

    /** Threads that no stranger takes; the work of more at once would only be slower. */
    static final int KNOWN = 64;

    /** A connection holds some 80 KB, for TLS mostly. */
    private static final int CONNECTIONS = 2_000;

    private static final int REQUESTS_ON_A_CONNECTION = 10_000;
    private static final Duration SILENCE = Duration.ofSeconds(5);
    private static final Duration DRAINING = Duration.ofSeconds(2);
    private static final long DRAINED = 16 << 20;

    private static final byte[] TURNED_AWAY =
            "too many callers at once who are not known yet; try again soon\n".getBytes(StandardCharsets.UTF_8);

    private static final byte[] MALFORMED =
            "the request is malformed, or of a kind that this service does not take\n".getBytes(StandardCharsets.UTF_8);

    private final transient FairShare strangers = new FairShare(STRANGERS);
    private final transient Predicate<HttpServletRequest> known;

    /** @param known tells callers who were let in not long ago from all others, at once and by the head of their request alone */
    public Doorstep(Predicate<HttpServletRequest> known) {
        super(true);
        this.known = known;
    }

    /** Gives a connector the threads and the times that go with this. */
    public static void prepare(Connector connector) {
        AbstractHttp11Protocol<?> protocol = (AbstractHttp11Protocol<?>) connector.getProtocolHandler();
        protocol.setMaxThreads(STRANGERS + KNOWN);
        protocol.setMaxConnections(CONNECTIONS);
        protocol.setMaxKeepAliveRequests(REQUESTS_ON_A_CONNECTION);
        protocol.setDisableUploadTimeout(false);
        protocol.setConnectionUploadTimeout((int) SILENCE.toMillis());
        // Both are read by one look at the body, however slowly they come.
        protocol.setMaxExtensionSize(0);
        protocol.setMaxTrailerSize(64);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (response.isErrorReportRequired()) {
            // Tomcat has refused it already, and takes no more output until that is undone.
            response.setSuspended(false);
            end(request, response, MALFORMED);
            return;
        }
        if (known.test(request) || hasSession(request)) {
            serve(request, response, false);
            return;
        }
        String network = Network.of(request.getRemoteAddr());
        if (!strangers.take(network)) {
            turnAway(request, response);
            return;
        }
        try {
            serve(request, response, true);
        } finally {
            strangers.give(network);
        }
    }

    private static boolean hasSession(Request request) {
        Session session = request.getSessionInternal(false);
        return session != null && session.getSession().getAttribute("SPRING_SECURITY_CONTEXT") != null;
    }

    private void serve(Request request, Response response, boolean stranger) throws IOException, ServletException {
        org.apache.coyote.Request raw = request.getCoyoteRequest();
        PacedBody body = PacedBody.next(raw);
        try {
            getNext().invoke(request, response);
        } finally {
            if (body.hasMore(raw) && !comesToItsEnd(body, raw, response, stranger)) {
                raw.action(ActionCode.DISABLE_SWALLOW_INPUT, null);
            }
        }
    }

    /**
     * Whether the body came to its end after all. The answer goes out first; who asked before sending (Expect) sends nothing after a
     * refusal.
     *
     * @param stranger whose thread it is already
     */
    private boolean comesToItsEnd(PacedBody body, org.apache.coyote.Request raw, Response response, boolean stranger) {
        String network = Network.of(response.getRequest().getRemoteAddr());
        if (raw.hasExpectation() || !(stranger || strangers.take(network))) {
            return false;
        }
        try {
            response.finishResponse();
            return body.drain(raw, DRAINED, DRAINING);
        } catch (IOException e) {
            return false; // gone, or too slow even for that
        } finally {
            if (!stranger) {
                strangers.give(network);
            }
        }
    }

    private static void turnAway(Request request, Response response) throws IOException {
        response.setStatus(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        response.setHeader("Retry-After", "2");
        end(request, response, TURNED_AWAY);
    }

    /** Answers with the status that was set, and ends the connection without reading what may still come. */
    private static void end(Request request, Response response, byte[] why) throws IOException {
        response.setHeader("Connection", "close");
        response.setContentType("text/plain;charset=UTF-8");
        response.setContentLength(why.length);
        response.getOutputStream().write(why);
        response.finishResponse();
        request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
    }
}

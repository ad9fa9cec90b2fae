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
 * Stands before the whole service, so that strangers cannot keep known callers from being served.
 *
 * <ul>
 * <li>Each body that is being read and each password that is being checked keeps a thread waiting. Strangers have
 * {@link #STRANGERS} threads, which their networks share fairly. When these are taken, further strangers are turned
 * away. {@link #KNOWN} more threads are left to callers who were let in not long ago. Before the body is read, and
 * without a look at the store, a caller is recognized by a login that is remembered, and by no other claim.
 * <li>Every body must keep a pace ({@link PacedBody}).
 * <li>A request that Tomcat found malformed gets a short answer here, and the connection ends. Tomcat would let the
 * whole service make an error page, for a request with an unreadable head.
 * <li>An unread body of a refused call is drained on a stranger's thread, as long as the body comes fast enough
 * ({@link #DRAINING}); then the connection is closed. Tomcat would read the body to its end, on any thread.
 * </ul>
 */
public final class Doorstep extends ValveBase {
    /** The most requests of strangers at once. */
    static final int STRANGERS = 384;

    /** Threads that no stranger takes. More known requests at once would only be slower. */
    static final int KNOWN = 64;

    /** The most connections. A connection holds some 80 KB, mostly for TLS. */
    private static final int CONNECTIONS = 2_000;

    private static final int REQUESTS_ON_A_CONNECTION = 10_000;
    private static final Duration SILENCE = Duration.ofSeconds(5);
    /** A client with a link of 2 Mbit/s still gets to read the answer to a large body. */
    private static final PacedBody.Pace DRAINING = new PacedBody.Pace(Duration.ofSeconds(2), 256 << 10);

    private static final long DRAINED = 16 << 20;

    private static final byte[] TURNED_AWAY =
            "too many callers at once who are not known yet; try again soon\n".getBytes(StandardCharsets.UTF_8);

    private static final byte[] MALFORMED =
            "the request is malformed, or of a kind that this service does not take\n".getBytes(StandardCharsets.UTF_8);

    private final transient FairShare strangers = new FairShare(STRANGERS);
    private final transient Predicate<HttpServletRequest> known;

    /**
     * @param known tells callers who were let in not long ago from all others, without waiting and by the head of the
     *     request alone
     */
    public Doorstep(Predicate<HttpServletRequest> known) {
        super(true);
        this.known = known;
    }

    /** Gives a connector the threads and the times that this valve needs. */
    public static void prepare(Connector connector) {
        AbstractHttp11Protocol<?> protocol = (AbstractHttp11Protocol<?>) connector.getProtocolHandler();
        protocol.setMaxThreads(STRANGERS + KNOWN);
        protocol.setMaxConnections(CONNECTIONS);
        protocol.setMaxKeepAliveRequests(REQUESTS_ON_A_CONNECTION);
        protocol.setDisableUploadTimeout(false);
        protocol.setConnectionUploadTimeout((int) SILENCE.toMillis());
        // A single read of the body consumes the whole extension or trailer, however slowly it arrives.
        protocol.setMaxExtensionSize(0);
        protocol.setMaxTrailerSize(64);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (response.isErrorReportRequired()) {
            // Tomcat has refused the request already, and takes no more output until that is undone.
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
     * Drains the body, and returns whether all of it arrived. The answer goes out first. A client that asked before
     * sending (Expect) sends no body after a refusal.
     *
     * @param stranger whether the thread belongs to a stranger already
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
            return false; // the client has gone, or is too slow even for this
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

    /** Answers with the status that was set, and ends the connection without reading more input. */
    private static void end(Request request, Response response, byte[] why) throws IOException {
        response.setHeader("Connection", "close");
        response.setContentType("text/plain;charset=UTF-8");
        response.setContentLength(why.length);
        response.getOutputStream().write(why);
        response.finishResponse();
        request.getCoyoteRequest().action(ActionCode.DISABLE_SWALLOW_INPUT, null);
    }
}

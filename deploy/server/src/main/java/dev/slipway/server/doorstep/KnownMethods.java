package dev.slipway.server.doorstep;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Refuses with 501 any method that no address of the service knows, TRACE among them. For a known method that an
 * address does not take, the service answers 405 with the methods that the address takes. Spring's firewall would call
 * a request with an unknown method malformed, and for TRACE Tomcat would list methods that no address takes.
 */
public final class KnownMethods extends ValveBase {
    private static final Set<String> KNOWN = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
    private static final byte[] REFUSED = "this service knows no such method\n".getBytes(StandardCharsets.US_ASCII);

    public KnownMethods() {
        super(true);
    }

    /** Leaves TRACE to this valve; Tomcat would otherwise refuse the method. */
    public static void prepare(Connector connector) {
        connector.setAllowTrace(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        if (KNOWN.contains(request.getMethod())) {
            getNext().invoke(request, response);
            return;
        }
        response.setStatus(HttpServletResponse.SC_NOT_IMPLEMENTED);
        response.setContentType("text/plain;charset=UTF-8");
        response.setContentLength(REFUSED.length);
        response.getOutputStream().write(REFUSED);
    }
}

package dev.slipway.server.doorstep;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.MappingMatch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/**
 * Refuses a path that the client writes in another form than the servlet's path, such as {@code //services/jobs} or
 * {@code /%73ervices/jobs}. Also refuses a percent sign that does not begin an escape, which Tomcat lets pass behind a
 * semicolon. Spring fails over both kinds before any filter can refuse them.
 */
public final class PlainPaths extends ValveBase {
    private static final byte[] REFUSED = "no such address: write its path plainly\n".getBytes(StandardCharsets.UTF_8);

    private static final Pattern ESCAPES_NOTHING = Pattern.compile("%(?!\\p{XDigit}{2})");

    public PlainPaths() {
        super(true);
    }

    @Override
    public void invoke(Request request, Response response) throws IOException, ServletException {
        String path = request.getRequestURI();
        boolean ofServlet = request.getHttpServletMapping().getMappingMatch() == MappingMatch.PATH;
        boolean asItStands = !ofServlet || path.startsWith(request.getContextPath() + request.getServletPath());
        if (asItStands && !ESCAPES_NOTHING.matcher(path).find()) {
            getNext().invoke(request, response);
            return;
        }
        response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
        response.setContentType("text/plain;charset=UTF-8");
        response.setContentLength(REFUSED.length);
        response.getOutputStream().write(REFUSED);
    }
}

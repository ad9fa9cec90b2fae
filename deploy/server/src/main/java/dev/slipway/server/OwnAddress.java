package dev.slipway.server;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Has the WSDL name the service by a name of its own. Whoever asks for the WSDL names the service as they like, and the SOAP stack
 * repeats that as the address to call, with a password: a cache between would give it to others. The port that they call at a name
 * of the service's own is repeated: where a port is passed on to this one, only they know it, and who listens at another port of this
 * name has not its certificate.
 */
final class OwnAddress extends OncePerRequestFilter {
    private final WebServer server;
    private final RequestMatcher descriptions;

    OwnAddress(WebServer server, RequestMatcher descriptions) {
        this.server = server;
        this.descriptions = descriptions;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        boolean right = !descriptions.matches(request) || server.hasName(request.getServerName());
        chain.doFilter(right ? request : new Named(request, server.name()), response);
    }

    private static final class Named extends HttpServletRequestWrapper {
        private final String name;

        Named(HttpServletRequest request, String name) {
            super(request);
            this.name = name;
        }

        @Override
        public String getServerName() {
            return name;
        }

        @Override
        public int getServerPort() {
            return getLocalPort();
        }

        @Override
        public StringBuffer getRequestURL() {
            String host = name.contains(":") ? "[" + name + "]" : name;
            return new StringBuffer(getScheme() + "://" + host + ":" + getServerPort() + getRequestURI());
        }
    }
}

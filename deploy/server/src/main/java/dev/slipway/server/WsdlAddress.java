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
 * Makes the WSDL name the service by a name of the service's own. A client that asks for the WSDL can name the service
 * in any way. The SOAP stack would repeat that name as the address to call with a password, and a cache between would
 * give it to other clients. If the client calls a name of the service's own, the WSDL repeats the client's port. Where
 * another port is passed on to the service, only the client knows that port, and a stranger who listens at another port
 * of this name does not have the service's certificate.
 */
final class WsdlAddress extends OncePerRequestFilter {
    private final WebServer server;
    private final RequestMatcher descriptions;

    WsdlAddress(WebServer server, RequestMatcher descriptions) {
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

package dev.slipway.server.login;

import dev.slipway.problem.ProblemException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Answers a call when the login cannot be checked now. In an outage the answer is HTTP 503 with the fault, so that no
 * caller is accused of a wrong password.
 */
public final class CallOutage extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        try {
            chain.doFilter(request, response);
        } catch (ProblemException e) {
            boolean away = e.problem().isOutage();
            CallFault.write(
                    request,
                    response,
                    away ? HttpServletResponse.SC_SERVICE_UNAVAILABLE : HttpServletResponse.SC_INTERNAL_SERVER_ERROR,
                    e.problem());
        }
    }
}

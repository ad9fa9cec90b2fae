package dev.slipway.server.login;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.authentication.InsufficientAuthenticationException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;

/**
 * Answers a call without the right name and password with a fault, as {@link CallFault#refuse} does. The answer is HTTP
 * 503 where the credentials were not checked.
 */
public final class CallRefusal implements AuthenticationEntryPoint {

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException why)
            throws IOException {
        String message = why instanceof InsufficientAuthenticationException
                ? "this call needs a user name and a password, or a token"
                : why.getMessage();
        Problem problem = Problem.of(ProblemCode.NOT_AUTHENTICATED, message);
        if (why instanceof CrowdedException) {
            response.setHeader("Retry-After", String.valueOf(CrowdedException.SOON));
            CallFault.write(request, response, HttpServletResponse.SC_SERVICE_UNAVAILABLE, problem);
            return;
        }
        CallFault.refuse(request, response, "Basic realm=\"Slipway\", charset=\"UTF-8\"", problem);
    }
}

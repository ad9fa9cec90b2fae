package dev.slipway.server.login;

import dev.slipway.problem.ProblemCode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.security.authentication.InsufficientAuthenticationException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;

/** Answers a call without the right name and password: HTTP 401 and, for SOAP clients, the same fault as any other problem. */
public final class CallRefusal implements AuthenticationEntryPoint {
    private static final String FAULT = """
            <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault>\
            <faultcode>soap:Client</faultcode><faultstring>%2$s</faultstring>\
            <detail><problem xmlns="urn:slipway:service:1"><code>%1$s</code><message>%2$s</message><detail></detail>\
            <hint>%3$s</hint><exitStatus>%4$d</exitStatus></problem></detail>\
            </soap:Fault></soap:Body></soap:Envelope>
            """;

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException why)
            throws IOException {
        String message = why instanceof InsufficientAuthenticationException
                ? "this call needs a user name and a password"
                : why.getMessage();
        ProblemCode code = ProblemCode.NOT_AUTHENTICATED;
        byte[] fault = FAULT.formatted(code.id(), escaped(message), escaped(code.hint()), code.exitStatus())
                .getBytes(StandardCharsets.UTF_8);
        response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
        response.setHeader("WWW-Authenticate", "Basic realm=\"Slipway\", charset=\"UTF-8\"");
        response.setContentType("text/xml;charset=UTF-8");
        response.setContentLength(fault.length);
        response.getOutputStream().write(fault);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}

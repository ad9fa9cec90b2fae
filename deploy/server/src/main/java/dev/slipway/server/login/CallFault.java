package dev.slipway.server.login;

import dev.slipway.problem.Problem;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A problem met before a call reached the SOAP stack, in the form of the stack's own faults. */
final class CallFault {
    private static final String FAULT = """
            <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault>\
            <faultcode>soap:%5$s</faultcode><faultstring>%2$s</faultstring>\
            <detail><problem xmlns="urn:slipway:service:1"><code>%1$s</code><message>%2$s</message><detail></detail>\
            <hint>%3$s</hint><exitStatus>%4$d</exitStatus></problem></detail>\
            </soap:Fault></soap:Body></soap:Envelope>
            """;

    private CallFault() {}

    static void write(HttpServletResponse response, int status, Problem problem) throws IOException {
        byte[] fault = FAULT.formatted(
                        problem.code().id(),
                        escaped(problem.message()),
                        escaped(problem.hint()),
                        problem.code().exitStatus(),
                        status < HttpServletResponse.SC_INTERNAL_SERVER_ERROR ? "Client" : "Server")
                .getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType("text/xml;charset=UTF-8");
        response.setContentLength(fault.length);
        response.getOutputStream().write(fault);
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}

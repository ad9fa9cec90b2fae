package dev.slipway.server.login;

import dev.slipway.problem.FrontEnd;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes a problem that occurred before a call reached the SOAP stack, in the form of the stack's own faults. */
final class CallFault {
    private static final String FAULT = """
            <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault>\
            <faultcode>soap:%5$s</faultcode><faultstring>%2$s</faultstring>\
            <detail><problem xmlns="urn:slipway:service:1"><code>%1$s</code><message>%2$s</message><detail></detail>\
            <hint>%3$s</hint><exitStatus>%4$d</exitStatus></problem></detail>\
            </soap:Fault></soap:Body></soap:Envelope>
            """;

    private CallFault() {}

    /**
     * Answers a call that is not let in.
     *
     * <p>A call without credentials is asked for a name and a password by HTTP 401. A call with a name, a password or a
     * token gets HTTP 500, the status of faults in SOAP 1.1: CXF, Metro and gSOAP read no fault from any other status,
     * and their callers must be able to tell an ended login from a broken service. A request that is no call gets HTTP
     * 401 in either case.
     *
     * @param challenge of HTTP 401
     */
    static void refuse(HttpServletRequest request, HttpServletResponse response, String challenge, Problem problem)
            throws IOException {
        boolean presented = request.getHeader("Authorization") != null;
        if (presented && request.getMethod().equals("POST")) {
            write(request, response, HttpServletResponse.SC_INTERNAL_SERVER_ERROR, problem);
            return;
        }
        response.setHeader("WWW-Authenticate", challenge);
        write(request, response, HttpServletResponse.SC_UNAUTHORIZED, problem);
    }

    /**
     * Writes the fault. The fault blames a caller who is not let in, unless the credentials could not be checked for
     * lack of time (HTTP 503). In all other cases the fault blames the service.
     */
    static void write(HttpServletRequest request, HttpServletResponse response, int status, Problem problem)
            throws IOException {
        boolean callers =
                problem.code() == ProblemCode.NOT_AUTHENTICATED && status != HttpServletResponse.SC_SERVICE_UNAVAILABLE;
        FrontEnd frontEnd = FrontEnd.ofCall(request.getHeader("User-Agent"));
        byte[] fault = FAULT.formatted(
                        problem.code().id(),
                        escaped(problem.message()),
                        escaped(problem.remedy().at(frontEnd)),
                        problem.code().exitStatus(),
                        callers ? "Client" : "Server")
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

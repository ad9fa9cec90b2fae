package dev.slipway.service.soap;

import dev.slipway.desk.Caller;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.namespace.QName;
import org.apache.cxf.binding.soap.Soap11;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.binding.soap.SoapMessage;
import org.apache.cxf.binding.soap.interceptor.AbstractSoapInterceptor;
import org.apache.cxf.headers.Header;
import org.apache.cxf.phase.Phase;
import org.apache.cxf.security.SecurityContext;
import org.apache.cxf.transport.http.AbstractHTTPDestination;
import org.w3c.dom.Element;

/**
 * Authenticates a call by its security header before the body is read, unless HTTP authentication has let the call in.
 * A call without any user is refused.
 */
final class UsernameTokens extends AbstractSoapInterceptor {
    private static final QName SECURITY = new QName(UsernameToken.NAMESPACE, "Security");

    private final PasswordGate gate;
    private final Clock clock;

    /** @param clock by which headers expire */
    UsernameTokens(PasswordGate gate, Clock clock) {
        super(Phase.PRE_PROTOCOL);
        this.gate = gate;
        this.clock = clock;
    }

    @Override
    public Set<QName> getUnderstoodHeaders() {
        return Set.of(SECURITY);
    }

    @Override
    public void handleMessage(SoapMessage message) {
        HttpServletRequest request = (HttpServletRequest) message.get(AbstractHTTPDestination.HTTP_REQUEST);
        List<Element> headers = security(message.getHeaders());
        try {
            if (request.getUserPrincipal() == null) {
                Caller caller = named(request, headers);
                message.put(SecurityContext.class, new NamedCaller(caller));
                if (request instanceof LimitedRequest limited) {
                    limited.letIn();
                }
            } else if (!headers.isEmpty()) {
                throw UsernameToken.refused("it names its user twice, in the HTTP header and in the security header");
            }
        } catch (ProblemException e) {
            throw fault(message, e, request.getUserPrincipal() == null && headers.isEmpty());
        }
    }

    private static List<Element> security(List<Header> headers) {
        List<Element> security = new ArrayList<>();
        for (Header header : headers) {
            if (header.getName().equals(SECURITY)) {
                security.add((Element) header.getObject());
            }
        }
        return security;
    }

    private Caller named(HttpServletRequest request, List<Element> headers) {
        if (headers.isEmpty()) {
            throw new ProblemException(Problem.of(
                    ProblemCode.NOT_AUTHENTICATED, "this call needs a user name and a password, or a token"));
        } else if (headers.size() > 1) {
            throw UsernameToken.refused("it has " + headers.size() + " security headers");
        } else if (!request.isSecure()) {
            throw UsernameToken.refused("a password goes over TLS only");
        }
        UsernameToken token = UsernameToken.in(headers.get(0), clock.instant());
        PasswordGate.LetIn entrant = gate.letIn(token.user(), token.password(), request.getRemoteAddr());
        request.setAttribute(PasswordGate.PASSWORD_HASH, entrant.passwordHash());
        return entrant.caller();
    }

    /**
     * Returns the fault for a call that is not let in.
     *
     * @param asked whether the call names no user; the fault then asks for one by HTTP, as clients expect
     */
    private static SoapFault fault(SoapMessage message, ProblemException cause, boolean asked) {
        SoapFault fault = new SoapFault(
                cause.problem().message(), cause, Soap11.getInstance().getSender());
        if (asked) {
            HttpServletResponse response = (HttpServletResponse) message.get(AbstractHTTPDestination.HTTP_RESPONSE);
            response.setHeader("WWW-Authenticate", "Basic realm=\"Slipway\", charset=\"UTF-8\"");
            fault.setStatusCode(HttpServletResponse.SC_UNAUTHORIZED);
        }
        return fault;
    }
}

package dev.slipway.service.translation;

import dev.slipway.problem.FrontEnd;
import jakarta.servlet.http.HttpServletRequest;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseInterceptorChain;
import org.apache.cxf.transport.http.AbstractHTTPDestination;

/** Tells by which front end the call came that this thread answers: the command line, too, calls by SOAP. */
final class CallFrontEnd {
    private CallFrontEnd() {}

    /** Returns the front end of this thread's call. Outside of a call, the words are those of calls. */
    static FrontEnd now() {
        Message message = PhaseInterceptorChain.getCurrentMessage();
        Exchange exchange = message == null ? null : message.getExchange();
        Message call = exchange == null ? null : exchange.getInMessage();
        return FrontEnd.ofCall(
                call != null && call.get(AbstractHTTPDestination.HTTP_REQUEST) instanceof HttpServletRequest request
                        ? request.getHeader("User-Agent")
                        : null);
    }
}

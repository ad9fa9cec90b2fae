package dev.slipway.service.translation;

import dev.slipway.problem.FrontEnd;
import java.util.List;
import java.util.Map;
import org.apache.cxf.message.Exchange;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.PhaseInterceptorChain;

/** Tells by which front end the call came that this thread answers: the command line, too, calls by SOAP. */
final class CallFrontEnd {
    private static final String CLIENT = "User-Agent";

    private CallFrontEnd() {}

    /** Returns the front end of this thread's call. Outside of a call, the words are those of calls. */
    static FrontEnd now() {
        Message message = PhaseInterceptorChain.getCurrentMessage();
        Exchange exchange = message == null ? null : message.getExchange();
        Message call = exchange == null ? null : exchange.getInMessage();
        return FrontEnd.ofCall(
                call != null && call.get(Message.PROTOCOL_HEADERS) instanceof Map<?, ?> headers
                        ? client(headers)
                        : null);
    }

    private static String client(Map<?, ?> headers) {
        return headers.get(CLIENT) instanceof List<?> values && !values.isEmpty()
                ? String.valueOf(values.get(0))
                : null;
    }
}

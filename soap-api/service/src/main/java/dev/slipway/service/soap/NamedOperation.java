package dev.slipway.service.soap;

import org.apache.cxf.binding.soap.Soap11;
import org.apache.cxf.binding.soap.SoapFault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;

/** Ends a call with a body that names no operation. CXF would treat and log the call as an error of the service. */
final class NamedOperation extends AbstractPhaseInterceptor<Message> {
    NamedOperation() {
        super(Phase.PRE_INVOKE);
    }

    @Override
    public void handleMessage(Message message) {
        if (message.getExchange().getBindingOperationInfo() == null) {
            throw new SoapFault(
                    "its body names no operation", Soap11.getInstance().getSender());
        }
    }
}

package dev.slipway.service.soap;

import dev.slipway.service.wire.Jobs;
import jakarta.servlet.http.HttpServlet;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import javax.xml.validation.Schema;
import org.apache.cxf.Bus;
import org.apache.cxf.bus.extension.ExtensionManagerBus;
import org.apache.cxf.interceptor.AttachmentInInterceptor;
import org.apache.cxf.jaxb.JAXBDataBinding;
import org.apache.cxf.jaxws.EndpointImpl;
import org.apache.cxf.logging.FaultListener;
import org.apache.cxf.service.Service;
import org.apache.cxf.service.model.ServiceInfo;
import org.apache.cxf.staxutils.StaxUtils;
import org.apache.cxf.ws.addressing.EndpointReferenceUtils;
import org.apache.cxf.ws.policy.AssertionBuilderRegistry;
import org.apache.cxf.ws.policy.PolicyEngine;
import org.apache.cxf.ws.policy.builder.primitive.PrimitiveAssertionBuilder;

/**
 * Runs the service on its own CXF bus, published at {@code /jobs} below the servlet's path. For a request that was
 * authenticated before, {@code getUserPrincipal} and {@code isUserInRole} (roles USER, OPERATOR, AUDITOR) give the
 * user. Any other request has to name a user in a SOAP header, and the {@link PasswordGate} checks that user.
 */
public final class SoapService implements AutoCloseable {
    /** The most bytes of one request; above a job document's own limit in base64. */
    public static final int MAX_BODY = 8 << 20;

    /** The parser's limits, far above any call. CXF's defaults leave elements and characters unlimited. */
    private static final Map<String, Object> LIMITS = Map.of(
            StaxUtils.MAX_ELEMENT_DEPTH,
            40,
            StaxUtils.MAX_CHILD_ELEMENTS,
            5_000,
            StaxUtils.MAX_ELEMENT_COUNT,
            100_000L,
            StaxUtils.MAX_ATTRIBUTE_COUNT,
            100,
            StaxUtils.MAX_ATTRIBUTE_SIZE,
            1 << 16,
            StaxUtils.MAX_TEXT_LENGTH,
            (long) MAX_BODY,
            StaxUtils.MAX_XML_CHARACTERS,
            (long) MAX_BODY + (1 << 16));

    private static final String POLICY = "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702";

    /** The assertions of the contract's policy; each holds further ones. */
    private static final List<QName> ASSERTIONS =
            List.of(new QName(POLICY, "TransportBinding"), new QName(POLICY, "SupportingTokens"));

    private final Bus bus;
    private final EndpointImpl endpoint;

    /** @param jobs an annotated implementation of the WSDL's operations */
    public SoapService(Jobs jobs, PasswordGate gate, Clock clock) {
        bus = new ExtensionManagerBus();
        // UsernameTokens and the server's authentication enforce the contract's policy. CXF's own engine is off,
        // because it would look for policies in each call.
        bus.getExtension(PolicyEngine.class).setEnabled(false);
        // CXF would warn of the policy's assertions at each start, because it knows them only with its WS-Security.
        bus.getExtension(AssertionBuilderRegistry.class).registerBuilder(new PrimitiveAssertionBuilder(ASSERTIONS));
        // Without this class loader CXF would search the class path for one in each call.
        bus.setExtension(SoapService.class.getClassLoader(), ClassLoader.class);
        bus.getOutFaultInterceptors().add(new FaultWords());
        endpoint = new EndpointImpl(bus, jobs);
        endpoint.getProperties().putAll(LIMITS);
        endpoint.getProperties().put("schema-validation-enabled", "IN");
        // CXF would log a stack trace for every wrong call. Faults has already logged the failures that deserve one.
        endpoint.getProperties().put(FaultListener.class.getName(), (FaultListener) (fault, text, message) -> false);
        endpoint.getInInterceptors().add(new BoundedNames());
        endpoint.getInInterceptors().add(new UsernameTokens(gate, clock));
        endpoint.getInInterceptors().add(new NamedOperation());
        endpoint.publish("/jobs");
        // No call has attachments, and CXF would keep attachments in files.
        endpoint.getServer()
                .getEndpoint()
                .getBinding()
                .getInInterceptors()
                .removeIf(AttachmentInInterceptor.class::isInstance);
        Service service = endpoint.getServer().getEndpoint().getService();
        reuseValidators(service.getServiceInfos().get(0));
        // JAXB escapes all text that is written in UTF-8. CXF's handler would escape each text again, by reflection.
        ((JAXBDataBinding) service.getDataBinding()).setEscapeHandler(null);
    }

    /** Replaces the schema by which CXF checks calls. CXF has made that schema from the WSDL's. */
    private void reuseValidators(ServiceInfo service) {
        Schema schema = EndpointReferenceUtils.getSchema(service, bus);
        service.setProperty(Schema.class.getName(), new ReusedValidators(schema));
    }

    /** Returns the servlet to map at {@code /services/*}, for one registration only. */
    public HttpServlet servlet() {
        return new SoapServlet(bus, MAX_BODY);
    }

    @Override
    public void close() {
        endpoint.stop();
        bus.shutdown(true);
    }
}

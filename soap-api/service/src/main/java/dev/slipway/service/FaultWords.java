package dev.slipway.service;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.service.wire.ProblemFault;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * The last word on faults that the stack itself raises. Without it CXF sends the message of any exception to the
 * caller. A fault of
 * ours passes; a caller's mistake becomes {@code call.invalid}; everything else becomes {@code internal} and a
 * reference.
 */
final class FaultWords extends AbstractPhaseInterceptor<Message> {
    private static final Set<String> CALLERS = Set.of("client", "sender", "versionmismatch", "mustunderstand");
    private static final int LONGEST = 200;

    /** What the stack says of itself: its own headings, numbers of rules and names of classes. */
    private static final Pattern OURS =
            Pattern.compile("Unmarshalling Error:|cvc-[\\w.-]+:|\\b(?:[a-z]\\w*\\.){2,}[A-Z][\\w.$]*:?");

    private final JAXBContext types;

    FaultWords() {
        super(Phase.SETUP);
        try {
            types = JAXBContext.newInstance(dev.slipway.service.wire.ObjectFactory.class);
        } catch (JAXBException e) {
            throw new IllegalStateException("the service's types do not fit together", e);
        }
    }

    @Override
    public void handleMessage(Message message) {
        if (!(message.getContent(Exception.class) instanceof Fault fault)) {
            return;
        }
        if (fault.getCause() instanceof ProblemFault declared) {
            blame(fault, ProblemCode.ofId(declared.getFaultInfo().getCode()));
            return;
        }
        Problem problem = problem(fault);
        blame(fault, problem.code());
        fault.setMessage(problem.message());
        fault.setDetail(detail(problem));
    }

    /** As SOAP has it: the same call fails again after {@code Client}, and may be answered later after {@code Server}. */
    private static void blame(Fault fault, ProblemCode code) {
        boolean client =
                switch (code.owner()) {
                    case CALLER, DOCUMENT -> code.kind() == ProblemCode.Kind.PERMANENT;
                    case DATA, NETWORK, CLUSTER, PROGRAM, OPERATOR, SLIPWAY -> false;
                };
        fault.setFaultCode(client ? Fault.FAULT_CODE_CLIENT : Fault.FAULT_CODE_SERVER);
    }

    private static Problem problem(Fault fault) {
        if (fault.getCause() instanceof ProblemException ours) {
            return ours.problem();
        }
        String code = fault.getFaultCode().getLocalPart().toLowerCase(Locale.ROOT);
        return CALLERS.contains(code) || isUnreadable(fault) ? invalid(fault) : Faults.internal(fault);
    }

    /** CXF blames itself for a body in another encoding than declared. */
    private static boolean isUnreadable(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof XMLStreamException) {
                return true;
            }
        }
        return false;
    }

    private static Problem invalid(Fault fault) {
        String words = OURS.matcher(String.valueOf(fault.getMessage()))
                .replaceAll("")
                .replaceAll("\\s+", " ")
                .replaceAll("\\p{Cntrl}", "")
                .strip();
        String cut = words.length() > LONGEST ? words.substring(0, LONGEST) + "..." : words;
        return Problem.of(ProblemCode.CALL_INVALID, "not a call that this service takes: " + cut);
    }

    private Element detail(Problem problem) {
        try {
            Document document = DocumentBuilderFactory.newDefaultNSInstance()
                    .newDocumentBuilder()
                    .newDocument();
            Element detail = document.createElement("detail");
            document.appendChild(detail);
            types.createMarshaller()
                    .marshal(
                            new dev.slipway.service.wire.ObjectFactory().createProblem(Faults.wire(problem, null)),
                            detail);
            return detail;
        } catch (ParserConfigurationException | JAXBException e) {
            throw new IllegalStateException("cannot write a fault", e);
        }
    }
}

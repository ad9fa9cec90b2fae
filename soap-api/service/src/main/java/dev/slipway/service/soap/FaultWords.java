package dev.slipway.service.soap;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.ProblemKind;
import dev.slipway.service.translation.FaultTranslation;
import dev.slipway.service.wire.ProblemFault;
import jakarta.xml.bind.JAXBContext;
import jakarta.xml.bind.JAXBException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.stream.Location;
import javax.xml.stream.XMLStreamException;
import org.apache.cxf.binding.soap.Soap11;
import org.apache.cxf.interceptor.Fault;
import org.apache.cxf.message.Message;
import org.apache.cxf.phase.AbstractPhaseInterceptor;
import org.apache.cxf.phase.Phase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * Rewrites the faults that the SOAP stack raises. Without this class CXF sends the message of any exception to the
 * caller. A declared fault passes unchanged, a caller's mistake becomes {@code call.invalid}, and everything else
 * becomes {@code internal} with a reference. CXF blames the service for many mistakes of the caller, such as an
 * envelope without a body or in another encoding than declared. So a failure before the operation and outside of
 * Slipway's own code counts as the caller's.
 */
final class FaultWords extends AbstractPhaseInterceptor<Message> {
    private static final Set<String> CALLERS = Set.of("client", "sender");

    /** Fault codes with a meaning of their own in SOAP 1.1, beside those that blame one side. */
    private static final String MUST_UNDERSTAND = "MustUnderstand";

    private static final String VERSION_MISMATCH = "VersionMismatch";
    private static final int LONGEST = 200;

    /** Matches the stack's own additions to a message: headings, numbers of rules and names of classes. */
    private static final Pattern OURS =
            Pattern.compile("Unmarshalling Error:|cvc-[\\w.-]+:|\\[?\\b(?:[a-z]\\w*\\.){2,}[A-Z][\\w.$]*\\]?:?");

    private static final Pattern UNQUOTED = Pattern.compile("[^'\"`<&]*");

    /** The number of stack frames that count as the origin of an exception. */
    private static final int NEAR = 6;

    private static final Logger LOG = LoggerFactory.getLogger(FaultWords.class);

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
        String code = fault.getFaultCode().getLocalPart();
        Problem problem = problem(message, fault);
        fault.setMessage(problem.message());
        if (code.equals(MUST_UNDERSTAND)) {
            // SOAP 1.1, section 4.4: the detail says nothing about entries of the header.
            fault.setDetail(null);
            return;
        }
        if (!code.equals(VERSION_MISMATCH)) {
            blame(fault, problem.code());
        }
        fault.setDetail(detail(problem));
    }

    /**
     * Sets the fault code by the rules of SOAP. After {@code Client} the same call fails again; after {@code Server} it
     * may succeed later.
     */
    private static void blame(Fault fault, ProblemCode code) {
        boolean client =
                switch (code.owner()) {
                    case CALLER, DOCUMENT -> code.kind() == ProblemKind.PERMANENT;
                    case DATA, NETWORK, CLUSTER, PROGRAM, OPERATOR, SLIPWAY -> false;
                };
        fault.setFaultCode(client ? Fault.FAULT_CODE_CLIENT : Fault.FAULT_CODE_SERVER);
    }

    private static Problem problem(Message message, Fault fault) {
        if (fault.getCause() instanceof ProblemException ours) {
            return ours.problem();
        }
        Optional<XMLStreamException> unreadable = causes(fault)
                .filter(XMLStreamException.class::isInstance)
                .map(XMLStreamException.class::cast)
                .findFirst();
        if (unreadable.isPresent()) {
            return invalid(parser(unreadable.get()));
        }
        String code = fault.getFaultCode().getLocalPart();
        if (code.equals(VERSION_MISMATCH)) {
            return invalid("its envelope is not that of SOAP 1.1, " + Soap11.SOAP_NAMESPACE);
        } else if (code.equals(MUST_UNDERSTAND)) {
            return invalid(String.valueOf(fault.getMessage()));
        } else if (CALLERS.contains(code.toLowerCase(Locale.ROOT))) {
            return invalid(String.valueOf(fault.getMessage()), place(message));
        }
        boolean answering = message.getExchange().getOutMessage() != null;
        if (answering || isOurs(fault)) {
            return FaultTranslation.internal(fault);
        }
        LOG.debug("a call that the stack cannot read", fault);
        return invalid("its envelope is not that of an operation of this service");
    }

    /**
     * Returns the parser's message. The parser quotes unreadable text, which may be an unescaped password, so a message
     * with a quotation is replaced by the position alone.
     */
    private static String parser(XMLStreamException unreadable) {
        String words = String.valueOf(unreadable.getMessage());
        if (UNQUOTED.matcher(words).matches()) {
            return words;
        }
        Location place = unreadable.getLocation();
        return "it is not well-formed"
                + (place == null ? "" : " at line " + place.getLineNumber() + ", column " + place.getColumnNumber());
    }

    /** Returns the element and line of the call at which the stack stopped. */
    private static String place(Message message) {
        Message call = message.getExchange().getInMessage();
        return call != null && call.get(BoundedNames.PLACE) instanceof Supplier<?> place
                ? String.valueOf(place.get())
                : "";
    }

    /**
     * Returns whether an exception comes from the virtual machine or from Slipway's own code. Servlets and filters
     * stand further down the stack and do not count.
     */
    private static boolean isOurs(Throwable thrown) {
        return causes(thrown)
                .anyMatch(cause -> cause instanceof Error
                        || Arrays.stream(cause.getStackTrace()).limit(NEAR).anyMatch(frame -> frame.getClassName()
                                .startsWith("dev.slipway.")));
    }

    private static Stream<Throwable> causes(Throwable thrown) {
        return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause);
    }

    /** Removes the names of classes from a message of the parser. */
    private static Problem invalid(String why) {
        return invalid(why, "");
    }

    /** @param place the position in the call; empty if unknown */
    private static Problem invalid(String why, String place) {
        String words = OURS.matcher(why)
                .replaceAll("")
                .replaceAll("\\s+", " ")
                .replaceAll("\\p{Cntrl}", "")
                .strip();
        String cut = words.length() > LONGEST ? words.substring(0, LONGEST) + "..." : words;
        return Problem.of(
                ProblemCode.CALL_INVALID,
                "not a call that this service takes: " + cut + (place.isEmpty() ? "" : " (" + place + ")"));
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
                            new dev.slipway.service.wire.ObjectFactory()
                                    .createProblem(FaultTranslation.wire(problem, null)),
                            detail);
            return detail;
        } catch (ParserConfigurationException | JAXBException e) {
            throw new IllegalStateException("cannot write a fault", e);
        }
    }
}

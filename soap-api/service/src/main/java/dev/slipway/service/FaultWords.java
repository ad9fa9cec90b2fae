package dev.slipway.service;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.ProblemKind;
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
 * The last word on faults that the stack itself raises. Without it CXF sends the message of any exception to the
 * caller. A fault of
 * ours passes; a caller's mistake becomes {@code call.invalid}; everything else becomes {@code internal} and a
 * reference. CXF blames itself for much that the caller did (an envelope without a body, another encoding than declared): before an
 * operation is called, what fails outside of our own code is the call's fault.
 */
final class FaultWords extends AbstractPhaseInterceptor<Message> {
    private static final Set<String> CALLERS = Set.of("client", "sender");

    /** Codes that SOAP 1.1 itself gives a meaning, beside those that blame one side or the other. */
    private static final String MUST_UNDERSTAND = "MustUnderstand";

    private static final String VERSION_MISMATCH = "VersionMismatch";
    private static final int LONGEST = 200;

    /** What the stack says of itself: its own headings, numbers of rules and names of classes. */
    private static final Pattern OURS =
            Pattern.compile("Unmarshalling Error:|cvc-[\\w.-]+:|\\[?\\b(?:[a-z]\\w*\\.){2,}[A-Z][\\w.$]*\\]?:?");

    private static final Pattern UNQUOTED = Pattern.compile("[^'\"`<&]*");

    /** Frames of a stack that count as where an exception comes from. */
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

    /** As SOAP has it: the same call fails again after {@code Client}, and may be answered later after {@code Server}. */
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

    /** The parser quotes what it cannot read, which may be a password that was not escaped: then it is the place alone that is told. */
    private static String parser(XMLStreamException unreadable) {
        String words = String.valueOf(unreadable.getMessage());
        if (UNQUOTED.matcher(words).matches()) {
            return words;
        }
        Location place = unreadable.getLocation();
        return "it is not well-formed"
                + (place == null ? "" : " at line " + place.getLineNumber() + ", column " + place.getColumnNumber());
    }

    /** The element of the call at which the stack stopped, and its line. */
    private static String place(Message message) {
        Message call = message.getExchange().getInMessage();
        return call != null && call.get(BoundedNames.PLACE) instanceof Supplier<?> place
                ? String.valueOf(place.get())
                : "";
    }

    /** Whether it comes from the virtual machine or from code of ours, which servlet and filters further down the stack are not. */
    private static boolean isOurs(Throwable thrown) {
        return causes(thrown)
                .anyMatch(cause -> cause instanceof Error
                        || Arrays.stream(cause.getStackTrace()).limit(NEAR).anyMatch(frame -> frame.getClassName()
                                .startsWith("dev.slipway.")));
    }

    private static Stream<Throwable> causes(Throwable thrown) {
        return Stream.iterate(thrown, Objects::nonNull, Throwable::getCause);
    }

    /** The parser names its own classes. */
    private static Problem invalid(String why) {
        return invalid(why, "");
    }

    /** @param place where in the call; empty if it is not known */
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

package dev.slipway.service.calls;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.document.ReadDocument;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.service.soap.BoundedNames;
import dev.slipway.service.soap.PasswordGate;
import dev.slipway.service.translation.RefusedDocument;
import dev.slipway.service.wire.Inline;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.xml.ws.WebServiceContext;
import jakarta.xml.ws.handler.MessageContext;
import java.security.Principal;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.IntSupplier;
import org.apache.cxf.security.SecurityContext;

/**
 * Holds the common part of the operations: the caller, the job, the document, and the rules that the WSDL adds to the
 * desk's.
 */
final class JobCalls {
    private final JobDocumentReader reader;
    private final WebServiceContext context;

    JobCalls(JobDocumentReader reader, WebServiceContext context) {
        this.reader = reader;
        this.context = context;
    }

    /**
     * Returns the authenticated user of the current call, let in by HTTP authentication or by the call's security
     * header.
     */
    Caller caller() {
        MessageContext call = context.getMessageContext();
        SecurityContext security = (SecurityContext) call.get(SecurityContext.class.getName());
        Principal user = security == null ? null : security.getUserPrincipal();
        if (user == null) {
            throw new ProblemException(Problem.of(ProblemCode.NOT_AUTHENTICATED, "the call names no user"));
        }
        Set<Caller.Role> roles = EnumSet.noneOf(Caller.Role.class);
        for (Caller.Role role : Caller.Role.values()) {
            if (security.isUserInRole(role.name())) {
                roles.add(role);
            }
        }
        return new Caller(user.getName(), roles, request(call).getRemoteAddr());
    }

    /** Returns the token of the login that let the current call in. */
    Optional<String> loginToken() {
        return Optional.ofNullable((String) request(context.getMessageContext()).getAttribute(PasswordGate.TOKEN));
    }

    /** Returns the hash against which the current call's password was checked. */
    Optional<String> passwordHash() {
        return Optional.ofNullable(
                (String) request(context.getMessageContext()).getAttribute(PasswordGate.PASSWORD_HASH));
    }

    private static HttpServletRequest request(MessageContext call) {
        return (HttpServletRequest) call.get(MessageContext.SERVLET_REQUEST);
    }

    /**
     * Returns the token of a call whose only field is a job's token. Checking such a call by the schema would take
     * longer than the answer, so this method checks the number of elements. JAXB has refused any unknown field.
     */
    JobToken onlyToken(String text) {
        IntSupplier elements = (IntSupplier) context.getMessageContext().get(BoundedNames.IN_BODY);
        if (text == null || elements.getAsInt() != 2) {
            throw new ProblemException(Problem.of(
                    ProblemCode.CALL_INVALID, "not a call that this service takes: it has one token and nothing else"));
        }
        return token(text);
    }

    JobToken token(String text) {
        return JobToken.parse(text).orElseThrow(JobDesk::unknown);
    }

    /** Returns the bytes of a call's document, sent in base64 or inline. */
    static byte[] bytes(byte[] document, Inline inline) {
        return inline == null ? document : InlineDocument.bytes(inline);
    }

    /**
     * Reads a document; an absent document reads as an empty one.
     *
     * @param inline whether the document stood in the call as XML
     */
    ReadDocument read(byte[] document, boolean inline) {
        ReadDocument read = reader.read(document == null ? new byte[0] : document);
        return inline ? InlineDocument.unplaced(read) : read;
    }

    /** Returns the values that the sweep of an accepted document gives to its n-th job, from 1. */
    IntFunction<List<String>> sweptValues(byte[] document) {
        return reader.sweptValues(document);
    }

    /** Returns a document that can be submitted, as one job or as a sweep. */
    ReadDocument submittable(byte[] document, boolean inline) {
        ReadDocument read = read(document, inline);
        if (!isValid(read)) {
            throw new RefusedDocument(refusal(read), read.problems());
        }
        return read;
    }

    /** Returns whether submit would accept the document. */
    static boolean isValid(ReadDocument read) {
        return !read.requests().isEmpty();
    }

    private static Problem refusal(ReadDocument read) {
        if (read instanceof ReadDocument.Refused refused) {
            return refused.problem();
        } else if (read instanceof ReadDocument.NotOffered notOffered) {
            return notOffered.problem();
        }
        throw new IllegalStateException("not refused: " + read.getClass().getSimpleName());
    }
}

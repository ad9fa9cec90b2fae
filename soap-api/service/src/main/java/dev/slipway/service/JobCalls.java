package dev.slipway.service;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.document.JobDocumentReader;
import dev.slipway.document.ReadDocument;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
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

/** What the operations share: who calls, which job, which document; and the rules that the wire adds to the desk's. */
final class JobCalls {
    private final JobDocumentReader reader;
    private final WebServiceContext context;

    JobCalls(JobDocumentReader reader, WebServiceContext context) {
        this.reader = reader;
        this.context = context;
    }

    /** The authenticated user of the current call, let in at the door or by the call's own security header. */
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

    /** The token by whose login the current call was let in. */
    Optional<String> loginToken() {
        return Optional.ofNullable((String) request(context.getMessageContext()).getAttribute(PasswordGate.TOKEN));
    }

    /** The hash that the password of the current call was checked against. */
    Optional<String> passwordHash() {
        return Optional.ofNullable(
                (String) request(context.getMessageContext()).getAttribute(PasswordGate.PASSWORD_HASH));
    }

    private static HttpServletRequest request(MessageContext call) {
        return (HttpServletRequest) call.get(MessageContext.SERVLET_REQUEST);
    }

    /**
     * What a call says whose one field is a job's token, and which no schema has looked at, for that takes longer than the answer. JAXB
     * has refused what is no field of it.
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

    /** The bytes of a call's document, whichever way it came. */
    static byte[] bytes(byte[] document, Inline inline) {
        return inline == null ? document : InlineDocument.bytes(inline);
    }

    /** Everything found in a document; an absent one reads as an empty one. @param inline whether it stood in the call as XML */
    ReadDocument read(byte[] document, boolean inline) {
        ReadDocument read = reader.read(document == null ? new byte[0] : document);
        return inline ? InlineDocument.unplaced(read) : read;
    }

    /** What the sweep of an accepted document gives to its n-th job, from 1. */
    IntFunction<List<String>> sweptValues(byte[] document) {
        return reader.sweptValues(document);
    }

    /** A document that can be submitted, as one job or as a sweep of them. */
    ReadDocument submittable(byte[] document, boolean inline) {
        ReadDocument read = read(document, inline);
        if (!isValid(read)) {
            throw new RefusedDocument(refusal(read), read.problems());
        }
        return read;
    }

    /** Whether submit would take the document. */
    static boolean isValid(ReadDocument read) {
        return read instanceof ReadDocument.Accepted || read instanceof ReadDocument.Swept;
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

package dev.slipway.service.translation;

import dev.slipway.job.JobToken;
import dev.slipway.problem.InternalProblem;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.run.LauncherNotes;
import dev.slipway.service.wire.ProblemFault;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Translates every failure of a call into the one fault that the WSDL declares. The text of an unexpected exception
 * stays in the log, under a reference that the fault names.
 */
public final class FaultTranslation {
    private static final Logger LOG = LoggerFactory.getLogger(FaultTranslation.class);
    private static final SecureRandom RANDOM = new SecureRandom();

    private FaultTranslation() {}

    /**
     * Answers a call.
     *
     * @param token the job that the call names; may be any text, even null
     */
    public static <T> T answer(String token, Supplier<T> call) throws ProblemFault {
        try {
            return call.get();
        } catch (RefusedDocument e) {
            dev.slipway.service.wire.Problem wire = wire(e.problem(), token);
            e.findings().forEach(found -> wire.getFinding().add(EntryTranslation.finding(found)));
            throw new ProblemFault(e.problem().message(), wire);
        } catch (ProblemException e) {
            throw fault(told(e), token);
        } catch (RuntimeException e) {
            throw fault(internal(e), token);
        }
    }

    /** Returns what a caller is told of the problem. */
    public static Problem told(ProblemException e) {
        return e.problem().code() == ProblemCode.INTERNAL ? internal(e) : e.problem();
    }

    /** Logs the cause; returns a problem that says only where to look for it. */
    public static Problem internal(Throwable cause) {
        byte[] bytes = new byte[6];
        RANDOM.nextBytes(bytes);
        String reference = HexFormat.of().formatHex(bytes);
        LOG.error(InternalProblem.REFERRED, "internal error, reference {}", reference, cause);
        return Problem.of(ProblemCode.INTERNAL, "internal error, reference " + reference);
    }

    private static ProblemFault fault(Problem problem, String token) {
        return new ProblemFault(problem.message(), wire(problem, token));
    }

    public static dev.slipway.service.wire.Problem wire(Problem problem, String token) {
        dev.slipway.service.wire.Problem wire = new dev.slipway.service.wire.Problem();
        wire.setCode(problem.code().id());
        wire.setMessage(problem.message());
        wire.setDetail(
                problem.detail() == null
                        ? ""
                        : LauncherNotes.of(problem.detail()).first());
        wire.setHint(problem.remedy().at(CallFrontEnd.now()));
        wire.setExitStatus(problem.code().exitStatus());
        // Answers about unknown jobs must not differ, not even by whether the token is well-formed.
        if (problem.code() != ProblemCode.JOB_UNKNOWN) {
            JobToken.parse(token).ifPresent(job -> wire.setJob(job.value()));
        }
        return wire;
    }
}

package dev.slipway.gateway.http;

import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.util.Optional;
import java.util.Set;

/** Which problem an answer of a site is, or the lack of one. */
final class HttpProblems {
    /** Request timeout, too early, too many requests: as 5xx, the site's own trouble. */
    private static final Set<Integer> LATER = Set.of(408, 425, 429);

    private static final Set<Integer> REFUSED = Set.of(401, 403, 407);
    private static final int SERVER_ERROR = 500;

    private HttpProblems() {}

    /** No answer, or only a part of one. */
    static ProblemException lost(HttpSite site, String what, IOException e) {
        String words = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
        if (has(e, CertificateException.class) || has(e, CertPathValidatorException.class)) {
            return StepProblem.of(
                    ProblemCode.SITE_REFUSED,
                    "site " + site.name() + " shows a certificate that is not trusted",
                    words);
        }
        return StepProblem.of(
                ProblemCode.SITE_UNREACHABLE, "site " + site.name() + " gives no whole answer to " + what, words);
    }

    private static boolean has(Throwable e, Class<? extends Throwable> type) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a site that answers so is to be asked again later. */
    static boolean isOutage(int status) {
        return status >= SERVER_ERROR || LATER.contains(status);
    }

    /** An answer that brings nothing. */
    static ProblemException status(HttpSite site, String what, int status) {
        String words = "site " + site.name() + " answers " + what + " with status " + status;
        if (isOutage(status)) {
            return StepProblem.of(ProblemCode.SITE_UNREACHABLE, words);
        }
        return StepProblem.of(REFUSED.contains(status) ? ProblemCode.SITE_REFUSED : ProblemCode.SITE_ANSWER, words);
    }

    /** Refuses bytes that are not what was asked for. */
    static void requireUnpacked(HttpSite site, String what, HttpResponse<AnswerStream> answer) {
        Optional<String> encoding =
                answer.headers().firstValue("content-encoding").filter(word -> !word.equalsIgnoreCase("identity"));
        if (encoding.isPresent()) {
            answer.body().close();
            throw unfit(site, what, "packs what it sends, though it was not asked to", encoding.get());
        }
    }

    /** What the site says does not hold together. */
    static ProblemException unfit(HttpSite site, String what, String fault, String detail) {
        return StepProblem.of(ProblemCode.SITE_ANSWER, "site " + site.name() + " " + fault + ": " + what, detail);
    }
}

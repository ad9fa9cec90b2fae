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

/** Maps answers of a site, and missing answers, to problems. */
final class HttpProblems {
    /** Request timeout, too early, too many requests: like 5xx, an outage of the site. */
    private static final Set<Integer> LATER = Set.of(408, 425, 429);

    private static final Set<Integer> REFUSED = Set.of(401, 403, 407);
    private static final int SERVER_ERROR = 500;

    private HttpProblems() {}

    /** Returns the problem of a missing or incomplete answer. */
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

    /** Returns whether a site with this status should be asked again later. */
    static boolean isOutage(int status) {
        return status >= SERVER_ERROR || LATER.contains(status);
    }

    /** Returns the problem of an answer with a status that brings no data. */
    static ProblemException status(HttpSite site, String what, int status) {
        String words = "site " + site.name() + " answers " + what + " with status " + status;
        if (isOutage(status)) {
            return StepProblem.of(ProblemCode.SITE_UNREACHABLE, words);
        }
        return StepProblem.of(REFUSED.contains(status) ? ProblemCode.SITE_REFUSED : ProblemCode.SITE_ANSWER, words);
    }

    /** Refuses an answer with a content encoding, because its bytes are not those of the file. */
    static void requireUnpacked(HttpSite site, String what, HttpResponse<AnswerStream> answer) {
        Optional<String> encoding =
                answer.headers().firstValue("content-encoding").filter(word -> !word.equalsIgnoreCase("identity"));
        if (encoding.isPresent()) {
            answer.body().close();
            throw unfit(site, what, "packs what it sends, though it was not asked to", encoding.get());
        }
    }

    /** Returns the problem of an answer that is inconsistent. */
    static ProblemException unfit(HttpSite site, String what, String fault, String detail) {
        return StepProblem.of(ProblemCode.SITE_ANSWER, "site " + site.name() + " " + fault + ": " + what, detail);
    }
}

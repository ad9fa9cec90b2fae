package dev.slipway.web;

import dev.slipway.problem.InternalProblem;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.ProblemKind;
import jakarta.servlet.http.HttpServletResponse;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.context.request.async.AsyncRequestNotUsableException;
import org.springframework.web.servlet.ModelAndView;

/** Shows a failed call as a page: a known problem in full, any other exception as a reference into the log. */
@ControllerAdvice
class ProblemPages {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemPages.class);
    private static final Set<ProblemCode> NOT_THERE = EnumSet.of(
            ProblemCode.JOB_UNKNOWN, ProblemCode.RESULT_UNKNOWN, ProblemCode.FORM_UNKNOWN, ProblemCode.USER_UNKNOWN);
    private static final Set<ProblemCode> CONFLICTS = EnumSet.of(
            ProblemCode.JOB_STATE,
            ProblemCode.AUDIT_BUSY,
            ProblemCode.FORM_CHANGED,
            ProblemCode.FORM_INVALID,
            ProblemCode.FORM_QUOTA,
            ProblemCode.USER_EXISTS,
            ProblemCode.USER_INVALID);

    @ExceptionHandler
    ModelAndView known(ProblemException thrown, HttpServletResponse response) {
        Problem problem = thrown.problem();
        if (problem.code() == ProblemCode.INTERNAL) {
            return unknown(thrown, response);
        }
        ModelAndView page = page(status(problem.code()), response);
        page.addObject("problem", problem);
        return page;
    }

    /** Ends a request after the client has gone. The service has not failed, so only a debug line is written. */
    @ExceptionHandler
    ModelAndView gone(AsyncRequestNotUsableException thrown) {
        LOG.debug("nobody waits for the page any more", thrown);
        return new ModelAndView();
    }

    @ExceptionHandler
    ModelAndView unknown(Exception thrown, HttpServletResponse response) {
        if (thrown instanceof ErrorResponse refused) {
            return page(refused.getStatusCode(), response);
        }
        if (thrown instanceof TypeMismatchException) {
            return page(HttpStatus.BAD_REQUEST, response);
        }
        String reference = UUID.randomUUID().toString();
        LOG.error(InternalProblem.REFERRED, "page failed, reference {}", reference, thrown);
        ModelAndView page = page(HttpStatus.INTERNAL_SERVER_ERROR, response);
        page.addObject("reference", reference);
        return page;
    }

    /** Returns the page of a bare status, without any words about the cause. */
    static ModelAndView page(HttpStatusCode status, HttpServletResponse response) {
        // The headers of a download that failed must not name the problem page.
        if (!response.isCommitted()) {
            response.resetBuffer();
        }
        ModelAndView page = new ModelAndView("problem");
        page.setStatus(status);
        page.addObject("status", status.value());
        return page;
    }

    private static HttpStatus status(ProblemCode code) {
        if (code.kind() == ProblemKind.OUTAGE) {
            return HttpStatus.SERVICE_UNAVAILABLE;
        }
        return switch (code.owner()) {
            case CALLER -> ofCaller(code);
            case DOCUMENT, DATA, PROGRAM -> HttpStatus.CONFLICT;
            case NETWORK, CLUSTER -> HttpStatus.SERVICE_UNAVAILABLE;
            case OPERATOR, SLIPWAY -> HttpStatus.INTERNAL_SERVER_ERROR;
        };
    }

    private static HttpStatus ofCaller(ProblemCode code) {
        if (NOT_THERE.contains(code)) {
            return HttpStatus.NOT_FOUND;
        }
        if (code == ProblemCode.RESULT_EXPIRED) {
            return HttpStatus.GONE;
        }
        return CONFLICTS.contains(code) ? HttpStatus.CONFLICT : HttpStatus.FORBIDDEN;
    }
}

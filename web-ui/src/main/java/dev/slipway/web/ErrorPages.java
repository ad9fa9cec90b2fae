package dev.slipway.web;

import dev.slipway.problem.ProblemException;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.servlet.ModelAndView;

/**
 * Answers requests that never reached a controller: an unknown path, a refused form, a failed filter. The answer
 * repeats the message of a known problem, and of no other exception.
 */
@Controller
class ErrorPages implements ErrorController {
    private final ProblemPages problems;

    ErrorPages(ProblemPages problems) {
        this.problems = problems;
    }

    @RequestMapping(path = "/error", produces = MediaType.TEXT_HTML_VALUE)
    ModelAndView page(HttpServletRequest request, HttpServletResponse response) {
        Object thrown = request.getAttribute(RequestDispatcher.ERROR_EXCEPTION);
        return thrown instanceof ProblemException problem
                ? problems.known(problem, response)
                : ProblemPages.page(status(request), response);
    }

    @RequestMapping("/error")
    ResponseEntity<String> line(HttpServletRequest request) {
        HttpStatus status = status(request);
        // The failed request may already have set how long its answer can be cached.
        return ResponseEntity.status(status)
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.TEXT_PLAIN)
                .body(status.value() + " " + status.getReasonPhrase() + "\n");
    }

    private static HttpStatus status(HttpServletRequest request) {
        Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        // Without a code, a client called /error directly, which is not a page.
        HttpStatus status = code instanceof Integer number ? HttpStatus.resolve(number) : HttpStatus.NOT_FOUND;
        return status == null ? HttpStatus.INTERNAL_SERVER_ERROR : status;
    }
}

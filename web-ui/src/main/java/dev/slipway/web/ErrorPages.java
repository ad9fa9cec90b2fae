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
 * Answers for what never reached a controller: no such path, a refused form, a failed filter. Repeats the words of a known problem, never those
 * of another exception.
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
        // What failed may have said before how long it can be kept.
        return ResponseEntity.status(status)
                .cacheControl(CacheControl.noStore())
                .contentType(MediaType.TEXT_PLAIN)
                .body(status.value() + " " + status.getReasonPhrase() + "\n");
    }

    private static HttpStatus status(HttpServletRequest request) {
        Object code = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE);
        // Without a code somebody called /error itself, which is not a page.
        HttpStatus status = code instanceof Integer number ? HttpStatus.resolve(number) : HttpStatus.NOT_FOUND;
        return status == null ? HttpStatus.INTERNAL_SERVER_ERROR : status;
    }
}

package dev.slipway.web;

import dev.slipway.problem.ByteCount;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import jakarta.servlet.FilterChain;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses uploads from clients that have not signed in, uploads to pages without uploads, and uploads that are too
 * large or too many. The filter runs before the check of the form's CSRF token, because that check reads the whole body
 * into memory.
 */
final class SignedInUploads extends OncePerRequestFilter {
    static final int AT_ONCE = 8;
    static final int PER_USER = 2;

    private static final Pattern TAKES_FILES = Pattern.compile("/ui/drafts(/[^/]+/steps/[^/]+/upload)?");
    private static final String SECONDS = "5";

    private final MultipartConfigElement limits;
    private final Map<String, Integer> underWay = new HashMap<>();

    SignedInUploads(MultipartConfigElement limits) {
        this.limits = limits;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        String type = request.getContentType();
        return type == null || !type.strip().toLowerCase(Locale.ROOT).startsWith("multipart/");
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Authentication user = SecurityContextHolder.getContext().getAuthentication();
        if (user == null || user instanceof AnonymousAuthenticationToken || !user.isAuthenticated()) {
            response.sendRedirect(request.getContextPath() + "/login");
        } else if (!request.getMethod().equals("POST")
                || !TAKES_FILES.matcher(request.getServletPath()).matches()) {
            response.sendError(HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE);
        } else if (request.getContentLengthLong() < 0) {
            response.sendError(HttpServletResponse.SC_LENGTH_REQUIRED);
        } else {
            requireSize(request.getContentLengthLong());
            inTurn(user.getName(), request, response, chain);
        }
    }

    private void requireSize(long bytes) {
        if (bytes > limits.getMaxRequestSize()) {
            throw new ProblemException(Problem.of(
                    ProblemCode.UPLOAD_TOO_LARGE,
                    "what was sent has " + ByteCount.words(bytes) + ", and a page takes "
                            + ByteCount.words(limits.getMaxFileSize())));
        }
    }

    private void inTurn(String user, HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!begin(user)) {
            response.setHeader("Retry-After", SECONDS);
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            return;
        }
        try {
            chain.doFilter(request, response);
        } finally {
            end(user);
        }
    }

    private synchronized boolean begin(String user) {
        int all = underWay.values().stream().mapToInt(Integer::intValue).sum();
        if (all >= AT_ONCE || underWay.getOrDefault(user, 0) >= PER_USER) {
            return false;
        }
        underWay.merge(user, 1, Integer::sum);
        return true;
    }

    private synchronized void end(String user) {
        underWay.computeIfPresent(user, (name, count) -> count == 1 ? null : count - 1);
    }
}

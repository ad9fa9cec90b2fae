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
import java.util.Locale;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Turns away uploads of whoever has not signed in, and those that are too large, before anything looks for the form's token: that would read the whole
 * body first.
 */
final class SignedInUploads extends OncePerRequestFilter {
    private final MultipartConfigElement limits;

    SignedInUploads(MultipartConfigElement limits) {
        this.limits = limits;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String type = request.getContentType();
        if (type != null && type.toLowerCase(Locale.ROOT).startsWith("multipart/")) {
            Authentication user = SecurityContextHolder.getContext().getAuthentication();
            if (user == null || user instanceof AnonymousAuthenticationToken || !user.isAuthenticated()) {
                response.sendRedirect(request.getContextPath() + "/login");
                return;
            }
            requireSize(request.getContentLengthLong());
        }
        chain.doFilter(request, response);
    }

    private void requireSize(long bytes) {
        if (bytes > limits.getMaxRequestSize()) {
            throw new ProblemException(Problem.of(
                    ProblemCode.UPLOAD_TOO_LARGE,
                    "what was sent has " + ByteCount.words(bytes) + ", and a page takes "
                            + ByteCount.words(limits.getMaxFileSize())));
        }
    }
}

package dev.slipway.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses requests that contain a NUL character. No keyboard types one, and no text of the store can hold one: the
 * store's refusal would look like an outage.
 */
final class WithoutNul extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        boolean nul = request.getParameterMap().values().stream()
                .flatMap(Arrays::stream)
                .anyMatch(value -> value.indexOf('\0') >= 0);
        if (nul) {
            response.sendError(HttpServletResponse.SC_BAD_REQUEST);
        } else {
            chain.doFilter(request, response);
        }
    }
}

package dev.slipway.web;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds the page to which a login leads: the page that was asked for, or the list of jobs.
 *
 * <p>The address of the login page carries that page, because a session begins with a right password and never before.
 */
public final class Destination {
    /** Names the parameter of the login page. */
    public static final String PARAMETER = "to";

    private static final String HOME = "/ui/jobs";

    /**
     * Matches a page of this service: printable ASCII without a backslash, which browsers read as a slash, and without
     * braces.
     */
    private static final Pattern PAGE = Pattern.compile("/ui/(?!/)[!-\\[\\]-z~]{0,2000}");

    private Destination() {}

    /**
     * Returns the page that the login of {@code request} leads to; the list of jobs, unless it names a page of this
     * service.
     */
    public static String of(HttpServletRequest request) {
        return page(request.getParameter(PARAMETER)).orElse(HOME);
    }

    /** Returns the page that {@code request} itself asks for, unless a script asks or something would be changed. */
    static Optional<String> askedBy(HttpServletRequest request) {
        String mode = request.getHeader("Sec-Fetch-Mode");
        if (!request.getMethod().equals("GET") || mode != null && !mode.equals("navigate")) {
            return Optional.empty();
        }
        String query = request.getQueryString() == null ? "" : "?" + request.getQueryString();
        return page(request.getRequestURI().substring(request.getContextPath().length()) + query);
    }

    /** Returns {@code login} with the destination as a further parameter. */
    static String appended(String login, Optional<String> page) {
        return page.map(one -> login + (login.contains("?") ? "&" : "?") + PARAMETER + "="
                        + URLEncoder.encode(one, StandardCharsets.UTF_8))
                .orElse(login);
    }

    /** Returns the destination that {@code request} carries from one login page to the next. */
    static Optional<String> carriedBy(HttpServletRequest request) {
        return page(request.getParameter(PARAMETER));
    }

    private static Optional<String> page(String text) {
        return Optional.ofNullable(text).filter(one -> PAGE.matcher(one).matches());
    }
}

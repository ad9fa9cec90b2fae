package dev.slipway.pages;

import static dev.slipway.pages.RouteAccess.Answer.HIDDEN;
import static dev.slipway.pages.RouteAccess.Answer.LET_IN;
import static dev.slipway.pages.RouteAccess.Answer.LOGIN;
import static dev.slipway.pages.RouteAccess.Answer.REFUSED;

import java.util.Arrays;
import java.util.Locale;

/** Names the groups of visitors who may call a route, by the answer that each visitor gets. */
enum RouteAccess {
    ANYBODY(LET_IN, LET_IN, LET_IN, LET_IN, LET_IN),
    USERS(LOGIN, LET_IN, LET_IN, LET_IN, LET_IN),
    SUBMITTERS(LOGIN, LET_IN, LET_IN, LET_IN, REFUSED),
    STAFF(LOGIN, HIDDEN, HIDDEN, LET_IN, LET_IN),
    OPERATORS(LOGIN, HIDDEN, HIDDEN, LET_IN, REFUSED),
    SEES(LOGIN, LET_IN, HIDDEN, LET_IN, LET_IN),
    CHANGES(LOGIN, LET_IN, HIDDEN, LET_IN, REFUSED),
    AUTHORS(LOGIN, LET_IN, REFUSED, LET_IN, REFUSED),
    OWNS(LOGIN, LET_IN, HIDDEN, HIDDEN, HIDDEN),
    RUNS(LOGIN, LET_IN, HIDDEN, REFUSED, REFUSED);

    /** The answers that a visitor may get. */
    enum Answer {
        LET_IN,
        /** The visitor is led to the login. */
        LOGIN,
        /** The visitor is answered as if the thing, or the page, did not exist. */
        HIDDEN,
        /** The visitor is told that the call is forbidden. */
        REFUSED
    }

    /** Visitors in the order in which they try a route; a visitor who is let in last may change the thing. */
    enum Who {
        NOBODY,
        BOB,
        ALMA,
        OLGA,
        ADA
    }

    private final Answer nobody;
    private final Answer owner;
    private final Answer other;
    private final Answer operator;
    private final Answer auditor;

    RouteAccess(Answer nobody, Answer owner, Answer other, Answer operator, Answer auditor) {
        this.nobody = nobody;
        this.owner = owner;
        this.other = other;
        this.operator = operator;
        this.auditor = auditor;
    }

    static RouteAccess of(String word) {
        return Arrays.stream(values())
                .filter(access -> access.name().equals(word.toUpperCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(Route.TABLE + " does not explain " + word));
    }

    Answer to(Who who) {
        return switch (who) {
            case NOBODY -> nobody;
            case ADA -> owner;
            case BOB -> other;
            case OLGA -> operator;
            case ALMA -> auditor;
        };
    }
}

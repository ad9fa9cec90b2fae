package dev.slipway.request;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The common checks of the request's constructors. A violation is a programming error of a reader and never a user's
 * fault, because readers check first.
 */
final class Require {
    private Require() {}

    static void that(boolean condition, String otherwise) {
        if (!condition) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    static void text(String value, String name) {
        that(value != null && !value.isBlank(), name + " is empty");
    }

    static void distinct(List<String> names, String what) {
        Set<String> seen = new HashSet<>();
        for (String name : names) {
            that(seen.add(name), what + " named twice: " + name);
        }
    }
}

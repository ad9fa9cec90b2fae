package dev.slipway.web.templates;

/** Whole numbers as people type them. */
final class Numbers {
    private Numbers() {}

    /** The number that {@code text} spells, which is at least 0; {@code otherwise} if it spells none. */
    static int whole(String text, int otherwise) {
        return text.matches("\\d{1,9}") ? Integer.parseInt(text) : otherwise;
    }
}

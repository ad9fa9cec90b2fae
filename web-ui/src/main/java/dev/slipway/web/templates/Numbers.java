package dev.slipway.web.templates;

/** Reads whole numbers as people type them. */
final class Numbers {
    private Numbers() {}

    /** Returns the number that {@code text} spells, at least 0; {@code otherwise} if the text is no such number. */
    static int whole(String text, int otherwise) {
        return text.matches("\\d{1,9}") ? Integer.parseInt(text) : otherwise;
    }
}

package dev.slipway.account;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Refuses passwords that attackers guess first. The rule removes all parts that are easy to guess: the user's name, the
 * commonest words, the characters around a single such word, years, and characters that follow from the previous one by
 * the alphabet, the digits, a keyboard row or repetition. Enough characters must remain.
 */
final class PasswordRule {
    private static final int LEAST = 10;

    /** The greatest length in bytes; bcrypt reads no more. */
    private static final int MOST = 72;

    /** The number of characters that must remain of a password. */
    private static final int LEAST_LEFT = 4;

    private static final int SHORTEST_NAME = 3;
    private static final String YEARS = "(19|20)[0-9]{2}";

    /** The digits and signs that users put around a word to turn it into a password. */
    private static final String AROUND = "^[^\\p{L}]+|[^\\p{L}]+$";

    /** Rows in which neighbouring characters follow from each other, in either direction. */
    private static final List<String> ROWS = List.of(
            "abcdefghijklmnopqrstuvwxyz",
            "01234567890",
            "qwertyuiop",
            "qwertzuiop",
            "azertyuiop",
            "asdfghjkl",
            "zxcvbnm",
            "yxcvbnm",
            "!@#$%^&*()");

    /** The commonest words, the longest first, so that no word hides a longer one. */
    private static final List<String> COMMON = words();

    private PasswordRule() {}

    /**
     * Returns the objection to a user's password, without revealing any part of it; empty if the password may be set.
     */
    static Optional<String> objection(String user, String password) {
        int bytes = password.getBytes(StandardCharsets.UTF_8).length;
        if (password.length() < LEAST || bytes > MOST) {
            return Optional.of("a password has " + LEAST + " characters at least and " + MOST
                    + " bytes at most; this one has " + password.length() + " and " + bytes);
        }
        if (left(user.toLowerCase(Locale.ROOT), password.toLowerCase(Locale.ROOT)) < LEAST_LEFT) {
            return Optional.of(
                    "the password is among those that are guessed first: without the user's name, common words,"
                            + " digits and signs"
                            + " around one, years, repeats and rows such as 12345 or qwerty, fewer than " + LEAST_LEFT
                            + " characters are left of it. Take three or four words of your own, for instance");
        }
        return Optional.empty();
    }

    private static int left(String user, String password) {
        if (COMMON.contains(password.replaceAll(AROUND, ""))) {
            return 0;
        }
        String rest = password;
        if (user.length() >= SHORTEST_NAME) {
            rest = rest.replace(user, " ").replace(reversed(user), " ");
        }
        for (String word : COMMON) {
            rest = rest.replace(word, " ");
        }
        rest = withoutRepeats(rest.replaceAll(YEARS, " ").strip());
        int left = 0;
        for (int i = 0; i < rest.length(); i++) {
            left += i > 0 && follows(rest.charAt(i - 1), rest.charAt(i)) ? 0 : 1;
        }
        return left;
    }

    /** Reduces a text that repeats one piece to that piece. */
    private static String withoutRepeats(String text) {
        for (int length = 1; length <= text.length() / 2; length++) {
            String piece = text.substring(0, length);
            if (piece.repeat(text.length() / length + 1).startsWith(text)) {
                return piece;
            }
        }
        return text;
    }

    private static boolean follows(char before, char next) {
        String pair = "" + before + next;
        return before == next || ROWS.stream().anyMatch(row -> row.contains(pair) || row.contains(reversed(pair)));
    }

    private static String reversed(String text) {
        return new StringBuilder(text).reverse().toString();
    }

    private static List<String> words() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                PasswordRule.class.getResourceAsStream("common-words.txt"), StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .flatMap(line -> Stream.of(line.split(" ")))
                    .sorted(Comparator.comparing(String::length).reversed())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

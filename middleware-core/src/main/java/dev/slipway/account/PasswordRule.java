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
 * Refuses passwords that guessers try first. It takes away what needs no guessing: the user's name, the commonest
 * words, what stands around a single one of them, years, and characters that follow from the one before them by the alphabet, the digits, a row of a keyboard or
 * repetition. What is left must have some characters.
 */
final class PasswordRule {
    private static final int LEAST = 10;

    /** In bytes; bcrypt reads no more. */
    private static final int MOST = 72;

    /** Characters that have to be left of a password. */
    private static final int LEAST_LEFT = 4;

    private static final int SHORTEST_NAME = 3;
    private static final String YEARS = "(19|20)[0-9]{2}";

    /** The digits and signs that are put around a word to make a password of it. */
    private static final String AROUND = "^[^\\p{L}]+|[^\\p{L}]+$";

    /** Rows in which a character follows from its neighbour, in either direction. */
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

    /** The longest first, so that no word hides a longer one. */
    private static final List<String> COMMON = words();

    private PasswordRule() {}

    /** Tells what is wrong with a password for a user; empty if it may be set. Says nothing of what is in it. */
    static Optional<String> objection(String user, String password) {
        int bytes = password.getBytes(StandardCharsets.UTF_8).length;
        if (password.length() < LEAST || bytes > MOST) {
            return Optional.of("a password has " + LEAST + " characters at least and " + MOST
                    + " bytes at most; this one has " + password.length() + " and " + bytes);
        }
        if (left(user.toLowerCase(Locale.ROOT), password.toLowerCase(Locale.ROOT)) < LEAST_LEFT) {
            return Optional.of(
                    "the password is among those that are guessed first: without the user's name, common words, digits and signs"
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

    /** One piece of a text that is the same piece again and again. */
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

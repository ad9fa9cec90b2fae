package dev.slipway.toolkit;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds the word that was probably meant by one that is unknown. */
final class NearestWord {
    private NearestWord() {}

    /** Returns the word with the fewest differences; empty if even that one differs in more than a third. */
    static Optional<String> of(String given, Collection<String> words) {
        return words.stream()
                .filter(word -> isBegun(given, word) || distance(given, word) <= 1 + word.length() / 3)
                .min(Comparator.comparing((String word) -> !isBegun(given, word))
                        .thenComparing(word -> distance(given, word)));
    }

    private static boolean isBegun(String given, String word) {
        return given.length() > 1 && word.startsWith(given);
    }

    /** Counts the letters to insert, remove, replace, or swap with the next, until one word is the other. */
    private static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : step(a, b, i, j, cost);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int step(String a, String b, int i, int j, int[][] cost) {
        int least = Math.min(Math.min(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + differ(a, i, b, j));
        boolean swapped = i > 1 && j > 1 && differ(a, i, b, j - 1) + differ(a, i - 1, b, j) == 0;
        return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
    }

    private static int differ(String a, int i, String b, int j) {
        return a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
    }
}

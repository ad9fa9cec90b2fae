package dev.slipway.problem;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** Finds the names that a caller may have meant by a name that is unknown. */
public final class NearestNames {
    /** The most names in an answer. */
    private static final int MOST = 3;

    private NearestNames() {}

    /**
     * Returns the names that begin with {@code given}, and those that differ from {@code given} in at most a third of
     * their letters, the nearest first. Upper and lower case are the same.
     */
    public static List<String> of(String given, Collection<String> names) {
        String wanted = given.toLowerCase(Locale.ROOT);
        return names.stream()
                .distinct()
                .filter(name -> isNear(wanted, name.toLowerCase(Locale.ROOT)))
                .sorted(Comparator.comparingInt((String name) -> letters(wanted, name.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(MOST)
                .toList();
    }

    private static boolean isNear(String given, String name) {
        int most = 1 + name.length() / 3;
        return (given.length() > 1 && name.startsWith(given))
                || (Math.abs(given.length() - name.length()) <= most && letters(given, name) <= most);
    }

    /** Counts the letters to add, remove or replace to make one word of the other. */
    public static int letters(String one, String other) {
        int[] row = IntStream.rangeClosed(0, other.length()).toArray();
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j - 1], row[j]) + 1);
            }
        }
        return row[other.length()];
    }
}

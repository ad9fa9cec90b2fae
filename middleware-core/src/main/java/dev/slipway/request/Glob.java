package dev.slipway.request;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * A pattern of paths, as {@link java.nio.file.FileSystem#getPathMatcher} reads globs. A match takes time linear in
 * pattern and path. The names come from untrusted programs and hosts, and a single name can keep a regular expression
 * made from a glob busy for ever.
 */
final class Glob {
    /** The most patterns that groups of alternatives may expand to. */
    private static final int MOST_ALTERNATIVES = 1_000;

    private final List<List<Token>> alternatives;

    private Glob(List<List<Token>> alternatives) {
        this.alternatives = alternatives;
    }

    /** A matching character, or any number of them if {@code any}. */
    private record Token(IntPredicate fits, boolean any) {}

    /** Parses a pattern; empty if it is no glob or expands to too many patterns. */
    static Optional<Glob> of(String pattern) {
        return expanded(pattern, 0, new StringBuilder(), new ArrayList<>()).flatMap(texts -> {
            List<List<Token>> alternatives = new ArrayList<>();
            for (String text : texts) {
                Optional<List<Token>> tokens = tokens(text);
                if (tokens.isEmpty()) {
                    return Optional.empty();
                }
                alternatives.add(tokens.get());
            }
            return Optional.of(new Glob(alternatives));
        });
    }

    /** Expands the groups of a pattern into patterns without groups. */
    private static Optional<List<String>> expanded(String pattern, int from, StringBuilder head, List<String> all) {
        int at = from;
        while (at < pattern.length() && pattern.charAt(at) != '{') {
            if (pattern.charAt(at) == '}') {
                return Optional.empty();
            }
            int end = pattern.charAt(at) == '[' ? pattern.indexOf(']', at) : at;
            if (end < 0) {
                return Optional.empty();
            }
            head.append(pattern, at, end + 1);
            at = end + 1;
        }
        if (at == pattern.length()) {
            all.add(head.toString());
            return all.size() > MOST_ALTERNATIVES ? Optional.empty() : Optional.of(all);
        }
        int end = pattern.indexOf('}', at);
        if (end < 0 || pattern.substring(at + 1, end).contains("{")) {
            return Optional.empty();
        }
        for (String one : pattern.substring(at + 1, end).split(",", -1)) {
            if (expanded(pattern, end + 1, new StringBuilder(head).append(one), all)
                    .isEmpty()) {
                return Optional.empty();
            }
        }
        return Optional.of(all);
    }

    private static Optional<List<Token>> tokens(String text) {
        List<Token> tokens = new ArrayList<>();
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '*' && text.startsWith("**", at)) {
                tokens.add(new Token(any -> true, true));
                at++;
            } else if (c == '*') {
                tokens.add(new Token(any -> any != '/', true));
            } else if (c == '?') {
                tokens.add(new Token(any -> any != '/', false));
            } else if (c == '[') {
                int end = text.indexOf(']', at);
                Optional<IntPredicate> choice = end < 0 ? Optional.empty() : choice(text.substring(at + 1, end));
                if (choice.isEmpty()) {
                    return Optional.empty();
                }
                tokens.add(new Token(choice.get(), false));
                at = end;
            } else {
                tokens.add(new Token(same -> same == c, false));
            }
        }
        return Optional.of(tokens);
    }

    /** Parses a character class in brackets. */
    private static Optional<IntPredicate> choice(String text) {
        boolean not = text.startsWith("!");
        String members = not ? text.substring(1) : text;
        if (members.isEmpty() || members.indexOf('/') >= 0) {
            return Optional.empty();
        }
        IntPredicate in = none -> false;
        for (int at = 0; at < members.length(); at++) {
            int from = members.charAt(at);
            boolean range = at + 2 < members.length() && members.charAt(at + 1) == '-';
            int to = range ? members.charAt(at + 2) : from;
            if (to < from) {
                return Optional.empty();
            }
            in = in.or(c -> c >= from && c <= to);
            at += range ? 2 : 0;
        }
        IntPredicate chosen = not ? in.negate() : in;
        return Optional.of(c -> c != '/' && chosen.test(c));
    }

    boolean matches(String path) {
        return alternatives.stream().anyMatch(tokens -> matches(tokens, path));
    }

    /** Tracks at once all positions in the pattern that the path read so far can have reached. */
    private static boolean matches(List<Token> tokens, String path) {
        BitSet at = new BitSet(tokens.size() + 1);
        reach(tokens, at, 0);
        for (int i = 0; i < path.length() && !at.isEmpty(); i++) {
            BitSet next = new BitSet(tokens.size() + 1);
            for (int place = at.nextSetBit(0); place >= 0; place = at.nextSetBit(place + 1)) {
                if (place < tokens.size() && tokens.get(place).fits().test(path.charAt(i))) {
                    reach(tokens, next, tokens.get(place).any() ? place : place + 1);
                }
            }
            at = next;
        }
        return at.get(tokens.size());
    }

    /** Adds a position, and those behind it that need no character. */
    private static void reach(List<Token> tokens, BitSet at, int place) {
        int reached = place;
        at.set(reached);
        while (reached < tokens.size() && tokens.get(reached).any()) {
            at.set(++reached);
        }
    }
}

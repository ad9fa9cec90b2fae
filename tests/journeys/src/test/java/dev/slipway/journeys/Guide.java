package dev.slipway.journeys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The blocks of code of a page in {@code docs}. A comment above a block says what a test does with the block:
 * {@code run} or {@code run: WORDS}, which the commands print; {@code file: NAME}, which commands below use; or
 * {@code not run: REASON}.
 *
 * @param name of the page
 */
record Guide(String name, List<Block> blocks) {
    private static final Pattern BLOCK = Pattern.compile(
            "(?:<!-- (not run|run|file)(?:: ([^>]*))? -->\\n)?```([a-z]+)?\\n(.*?)```\\n", Pattern.DOTALL);
    /** Languages of blocks that a reader can run or build. */
    private static final List<String> CODE = List.of("sh", "python", "java", "javascript", "c");

    /**
     * A block of code.
     *
     * @param mark run, file or not run; empty without a comment
     * @param words of the comment behind the mark
     */
    record Block(String mark, String words, String language, String text) {
        /** Returns whether a reader can run or build the block, and no comment tells the test's use of the block. */
        boolean isForgotten() {
            return CODE.contains(language) && mark.isEmpty();
        }
    }

    /** Returns all pages of {@code docs}. */
    static Stream<Guide> all() {
        try (Stream<Path> pages = Files.list(ShippedCommand.root().resolve("docs"))) {
            return pages.filter(page -> page.toString().endsWith(".md")).sorted().map(Guide::of).toList().stream();
        } catch (IOException e) {
            throw new AssertionError("cannot list docs", e);
        }
    }

    private static Guide of(Path page) {
        try {
            Matcher found = BLOCK.matcher(Files.readString(page));
            return new Guide(
                    page.getFileName().toString(),
                    found.results().map(Guide::block).toList());
        } catch (IOException e) {
            throw new AssertionError("cannot read " + page, e);
        }
    }

    private static Block block(MatchResult found) {
        return new Block(text(found, 1), text(found, 2), text(found, 3), found.group(4));
    }

    private static String text(MatchResult found, int group) {
        return found.group(group) == null ? "" : found.group(group);
    }

    /** Returns the blocks with a mark. */
    List<Block> marked(String mark) {
        return blocks.stream().filter(block -> block.mark().equals(mark)).toList();
    }

    @Override
    public String toString() {
        return name;
    }
}

package dev.slipway.journeys;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Runs axe on the page that a browser shows, by WCAG 2.2, levels A and AA. */
final class Axe {
    private static final String CODE = code();

    /** All rules, and the rule for target size, a rule of 2.2 that axe otherwise leaves out. */
    private static final String ALL = """
            runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
            rules: { 'target-size': { enabled: true } },
            """;

    /** The only rule with a result that can depend on the colour scheme and the width together. */
    private static final String COLOURS = "runOnly: { type: 'rule', values: ['color-contrast'] },";

    private static final String RUN = """
            const told = arguments[arguments.length - 1];
            axe.run(document, { RULES resultTypes: ['violations'] }).then(result => told({
              rules: result.passes.length + result.violations.length,
              violations: result.violations.map(rule => ({
                id: rule.id, help: rule.help,
                nodes: rule.nodes.map(node => node.target.join(' ') + ': ' + node.failureSummary.replace(/\\s+/g, ' '))
              }))
            }), error => told({ rules: 0, violations: [{ id: 'axe itself', help: String(error), nodes: [] }] }));
            """;

    private Axe() {}

    /** Returns one line for each rule that the page breaks, with every place. */
    static List<String> violations(Browser browser) {
        return violations(browser, ALL);
    }

    /** Returns the places with text of too little contrast. Takes less time than {@link #violations}. */
    static List<String> colours(Browser browser) {
        return violations(browser, COLOURS);
    }

    private static List<String> violations(Browser browser, String rules) {
        browser.script(CODE);
        Map<?, ?> result = (Map<?, ?>) browser.later(RUN.replace("RULES", rules));
        if (((Number) result.get("rules")).intValue() == 0) {
            throw new AssertionError("axe looked at nothing: " + result);
        }
        return ((List<?>) result.get("violations"))
                .stream().map(rule -> words((Map<?, ?>) rule)).toList();
    }

    private static String words(Map<?, ?> rule) {
        return ((List<?>) rule.get("nodes"))
                .stream()
                        .map(node -> "\n    " + node)
                        .collect(Collectors.joining("", rule.get("id") + ": " + rule.get("help"), ""));
    }

    private static String code() {
        try (InputStream in = Axe.class.getResourceAsStream("/axe.min.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

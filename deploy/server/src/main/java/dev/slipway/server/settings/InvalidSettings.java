package dev.slipway.server.settings;

import java.util.List;

/** Says that the service cannot start with these settings. */
public final class InvalidSettings extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Finding> findings;

    /**
     * Describes one wrong key.
     *
     * @param key as it stands in slipway.yaml
     * @param fault what is wrong, with the value
     */
    public record Finding(String key, String fault, String remedy) {}

    public InvalidSettings(List<Finding> findings) {
        super(findings.stream()
                .map(finding -> finding.key() + ": " + finding.fault())
                .reduce((a, b) -> a + "; " + b)
                .orElse(""));
        this.findings = List.copyOf(findings);
    }

    /** Makes the exception with a single finding. */
    public InvalidSettings(String key, String fault, String remedy) {
        this(List.of(new Finding(key, fault, remedy)));
    }

    /** Returns all findings, so that the operator corrects all at once. */
    public List<Finding> findings() {
        return findings;
    }
}

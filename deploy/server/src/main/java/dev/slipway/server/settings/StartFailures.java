package dev.slipway.server.settings;

import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;

/** Turns an exception that stops the start into lines that name the key and the remedy, in place of a stack trace. */
final class StartFailures {
    private static final String WHERE =
            "Every key with its default is in slipway-defaults.yaml; yours are in slipway.yaml in the home folder.";

    private StartFailures() {}

    /** Returns the words about an exception that stops the start; null for an exception of another kind. */
    static FailureAnalysis of(RuntimeException failure) {
        FailureAnalysis values = new OfValues().analyze(failure);
        return values == null ? new OfBinding().analyze(failure) : values;
    }

    /** Describes unusable values. */
    static final class OfValues extends AbstractFailureAnalyzer<InvalidSettings> implements Ordered {
        @Override
        protected FailureAnalysis analyze(Throwable root, InvalidSettings cause) {
            String what = cause.findings().stream()
                    .map(finding -> finding.key() + ": " + finding.fault())
                    .collect(Collectors.joining("\n"));
            String remedy = cause.findings().stream()
                    .map(finding -> finding.key() + ": " + finding.remedy())
                    .collect(Collectors.joining("\n"));
            return new FailureAnalysis(what, remedy + "\n" + WHERE, cause);
        }

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }
    }

    /** Describes keys that do not exist, and values of a wrong type. */
    static final class OfBinding extends AbstractFailureAnalyzer<BindException> implements Ordered {
        @Override
        protected FailureAnalysis analyze(Throwable root, BindException cause) {
            return new FailureAnalysis(what(root, cause), "Correct this. " + WHERE, cause);
        }

        private static String what(Throwable root, BindException cause) {
            Throwable deepest = root;
            for (Throwable each = root; each != null; each = each.getCause()) {
                if (each instanceof UnboundConfigurationPropertiesException unknown) {
                    return unknown.getUnboundProperties().stream()
                            .map(property -> property.getName() + ": no such key (" + property.getOrigin() + ")")
                            .collect(Collectors.joining("\n"));
                }
                deepest = each;
            }
            ConfigurationProperty property = cause.getProperty();
            return property == null
                    ? cause.getName() + ": " + deepest.getMessage()
                    : property.getName() + ": \"" + property.getValue() + "\" is not a value for it ("
                            + property.getOrigin() + "): " + deepest.getMessage();
        }

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE + 1;
        }
    }
}

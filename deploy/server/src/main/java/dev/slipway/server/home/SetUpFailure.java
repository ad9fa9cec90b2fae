package dev.slipway.server.home;

import dev.slipway.postgres.PostgresException;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.Ordered;

/** Says that this machine lacks a thing that the service needs. */
public final class SetUpFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    public SetUpFailure(String message, String remedy, Throwable cause) {
        super(message, cause);
        this.remedy = remedy;
    }

    /** Shows the operator the line and the remedy in place of a stack trace. */
    static final class Analyzer implements FailureAnalyzer, Ordered {
        @Override
        public FailureAnalysis analyze(Throwable failure) {
            for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
                if (cause instanceof SetUpFailure known) {
                    return new FailureAnalysis(known.getMessage(), known.remedy, failure);
                }
                if (cause instanceof PostgresException database) {
                    return new FailureAnalysis(
                            database.getMessage(),
                            "Mend this, or name an external database: slipway.store.url.",
                            failure);
                }
            }
            return null;
        }

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE + 2;
        }
    }
}

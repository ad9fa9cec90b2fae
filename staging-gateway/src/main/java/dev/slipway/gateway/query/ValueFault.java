package dev.slipway.gateway.query;

/** Thrown when a value of a parameter row does not fit its place. The message holds nothing of the value. */
final class ValueFault extends Exception {
    private static final long serialVersionUID = 1L;
    private final int parameter;

    /** @param parameter number of the parameter in the query, 0 for the first */
    ValueFault(int parameter, String message) {
        super(message);
        this.parameter = parameter;
    }

    int parameter() {
        return parameter;
    }
}

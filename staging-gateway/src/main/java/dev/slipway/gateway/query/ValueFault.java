package dev.slipway.gateway.query;

/** A value of a parameter row cannot stand where it is asked for; the words hold nothing of the value. */
final class ValueFault extends Exception {
    private static final long serialVersionUID = 1L;
    private final int parameter;

    /** @param parameter its number among those of the query, 0 for the first */
    ValueFault(int parameter, String message) {
        super(message);
        this.parameter = parameter;
    }

    int parameter() {
        return parameter;
    }
}

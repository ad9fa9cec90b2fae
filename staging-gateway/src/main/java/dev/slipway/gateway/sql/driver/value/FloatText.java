package dev.slipway.gateway.sql.driver.value;

import java.math.BigDecimal;
import java.math.MathContext;
import tools.jackson.core.io.schubfach.DoubleToDecimal;
import tools.jackson.core.io.schubfach.FloatToDecimal;

/**
 * Writes a binary float as the shortest decimal number that reads back to the same value, in PostgreSQL's notation:
 * with an exponent only where the number would be long without one. Java 17 itself writes more digits than needed for
 * some values, such as 2e23.
 */
final class FloatText {
    /** The least exponent that PostgreSQL writes as a plain number. */
    private static final int LEAST_EXPONENT = -4;

    private static final int DOUBLE_DIGITS = 15;
    private static final int FLOAT_DIGITS = 6;

    private FloatText() {}

    /** Tests whether a number reads back to the written value. */
    private interface Same {
        boolean as(BigDecimal number);
    }

    static String of(double value) {
        return of(value, DoubleToDecimal.toString(value), DOUBLE_DIGITS, number -> number.doubleValue() == value);
    }

    static String of(float value) {
        return of(value, FloatToDecimal.toString(value), FLOAT_DIGITS, number -> number.floatValue() == value);
    }

    private static String of(double value, String digits, int most, Same same) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return digits;
        }
        if (value == 0) {
            return digits.startsWith("-") ? "-0" : "0";
        }
        BigDecimal exact = shortest(new BigDecimal(digits).stripTrailingZeros(), same);
        int exponent = exact.precision() - exact.scale() - 1;
        return exponent >= LEAST_EXPONENT && exponent < most ? exact.toPlainString() : scientific(exact, exponent);
    }

    /**
     * Drops a needless second digit. The algorithm of DoubleToDecimal writes at least two digits, of which one may
     * suffice: 4.9E-324 is 5E-324 too.
     */
    private static BigDecimal shortest(BigDecimal number, Same same) {
        if (number.precision() != 2) {
            return number;
        }
        BigDecimal shorter = number.round(new MathContext(1)).stripTrailingZeros();
        return same.as(shorter) ? shorter : number;
    }

    private static String scientific(BigDecimal exact, int exponent) {
        String unscaled = exact.unscaledValue().abs().toString();
        return (exact.signum() < 0 ? "-" : "")
                + unscaled.charAt(0)
                + (unscaled.length() > 1 ? "." + unscaled.substring(1) : "")
                + (exponent < 0 ? "e-" : "e+")
                + (Math.abs(exponent) < 10 ? "0" : "")
                + Math.abs(exponent);
    }
}

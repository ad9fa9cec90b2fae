package dev.slipway.gateway.sheet;

import dev.slipway.gateway.files.CsvWriter;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import org.apache.poi.ss.usermodel.DateUtil;

/**
 * Turns cells into texts: numbers with all their digits, dates by ISO 8601, formulas by their value kept in the
 * workbook.
 *
 * @param since1904 whether days are counted from 1904
 */
record CellValues(SharedTexts texts, DateStyles styles, boolean since1904) {

    /**
     * Returns the text of one cell; null if the cell is empty.
     *
     * @param cell name of the cell, for messages
     * @param type from the sheet; null for a number
     * @param style from the sheet
     * @param value null if the sheet keeps no value
     */
    String text(String cell, String type, int style, String value) throws SheetFault {
        if (value == null) {
            return null;
        }
        return switch (type == null ? "n" : type) {
            case "s" -> whole(cell, texts.get(cell, number(cell, value)));
            case "str" -> whole(cell, RichText.unescaped(value));
            case "inlineStr" -> whole(cell, value);
            case "b" -> value.strip().equals("1") ? "true" : "false";
            case "d" -> value.strip();
            case "e" -> throw new SheetFault("cell " + cell + " holds the error " + value);
            default -> styles.isDate(style) ? date(cell, number(cell, value)) : plain(number(cell, value));
        };
    }

    private static String whole(String cell, String text) throws SheetFault {
        if (!CsvWriter.canHold(text)) {
            throw new SheetFault("cell " + cell + " holds a NUL, or half of a character");
        }
        return text;
    }

    private static double number(String cell, String value) throws SheetFault {
        try {
            double number = Double.parseDouble(value.strip());
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new SheetFault("cell " + cell + " holds no number: " + value);
        }
        throw new SheetFault("cell " + cell + " holds no number: " + value);
    }

    /** Returns the shortest decimal of a number, because the numbers of a sheet are doubles. */
    private static String plain(double number) {
        BigDecimal exact = new BigDecimal(Double.toString(number));
        return exact.signum() == 0 ? "0" : exact.stripTrailingZeros().toPlainString();
    }

    /** Returns a date for a whole number of days, a time for less than a day. */
    private String date(String cell, double days) throws SheetFault {
        LocalDateTime at = days < 0 ? null : DateUtil.getLocalDateTime(days, since1904);
        if (at == null) {
            throw new SheetFault("cell " + cell + " holds no date: " + plain(days));
        }
        if (days < 1 && days > 0) {
            return at.toLocalTime().format(DateTimeFormatter.ISO_LOCAL_TIME);
        }
        return at.toLocalTime().equals(LocalTime.MIDNIGHT)
                ? at.toLocalDate().toString()
                : at.format(DateTimeFormatter.ISO_LOCAL_DATE_TIME);
    }
}

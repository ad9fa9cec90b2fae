package dev.slipway.gateway.sheet;

import dev.slipway.gateway.xml.XmlStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.poi.ss.usermodel.BuiltinFormats;
import org.apache.poi.ss.usermodel.DateUtil;

/** Knows which styles of a workbook show a number as a date. */
final class DateStyles extends WorkbookPart {
    /** The most styles that programs for workbooks allow. */
    private static final int MOST = 65_536;

    private static final int LONGEST_FORMAT = 1_000;

    /** Matches hours, minutes or seconds that count beyond a day. Such a number is a duration and no date. */
    private static final Pattern ELAPSED = Pattern.compile("(?i)\\[(?:h+|m+|s+)]");

    private final Map<Integer, String> formats = new HashMap<>();
    private final List<Boolean> dates = new ArrayList<>();
    private boolean inCells;

    /** @param style number of the cell's style */
    boolean isDate(int style) {
        return style >= 0 && style < dates.size() && dates.get(style);
    }

    @Override
    boolean begin(String name, XmlStream element) throws SheetFault {
        if (name.equals("numFmt")) {
            String format = element.attribute("formatCode");
            if (formats.size() >= MOST || format == null || format.length() > LONGEST_FORMAT) {
                throw new SheetFault("its formats of numbers are too many, too long or empty");
            }
            formats.put(number(element, "numFmtId", 0), format);
        } else if (name.equals("cellXfs")) {
            inCells = true;
        } else if (name.equals("xf") && inCells) {
            if (dates.size() >= MOST) {
                throw new SheetFault("it has more than " + MOST + " styles");
            }
            dates.add(isDateFormat(number(element, "numFmtId", 0)));
        }
        return false;
    }

    private boolean isDateFormat(int number) {
        String format = formats.getOrDefault(number, BuiltinFormats.getBuiltinFormat(number));
        return DateUtil.isADateFormat(number, format)
                && (format == null || !ELAPSED.matcher(format).find());
    }

    @Override
    void end(String name, String collected) {
        if (name.equals("cellXfs")) {
            inCells = false;
        }
    }
}

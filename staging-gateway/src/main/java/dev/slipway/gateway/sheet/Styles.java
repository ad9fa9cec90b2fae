package dev.slipway.gateway.sheet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.poi.ss.usermodel.BuiltinFormats;
import org.apache.poi.ss.usermodel.DateUtil;
import org.xml.sax.Attributes;

/** Which styles show a number as a date. */
final class Styles extends Part {
    private final Map<Integer, String> formats = new HashMap<>();
    private final List<Integer> cells = new ArrayList<>();
    private boolean inCells;

    /** @param style as a cell gives it; null: the first */
    boolean isDate(String style) {
        int number = style == null ? 0 : Integer.parseInt(style);
        if (number < 0 || number >= cells.size()) {
            return false;
        }
        int format = cells.get(number);
        return DateUtil.isADateFormat(format, formats.getOrDefault(format, BuiltinFormats.getBuiltinFormat(format)));
    }

    @Override
    boolean begin(String name, Attributes attributes) {
        if (name.equals("numFmt")) {
            formats.put(Integer.parseInt(attributes.getValue("numFmtId")), attributes.getValue("formatCode"));
        } else if (name.equals("cellXfs")) {
            inCells = true;
        } else if (name.equals("xf") && inCells) {
            String format = attributes.getValue("numFmtId");
            cells.add(format == null ? 0 : Integer.parseInt(format));
        }
        return false;
    }

    @Override
    void end(String name, String collected) {
        if (name.equals("cellXfs")) {
            inCells = false;
        }
    }
}

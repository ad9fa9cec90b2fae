package dev.slipway.gateway.sheet;

import dev.slipway.gateway.xml.XmlStream;
import java.util.Locale;

/**
 * The content types of a package's parts. POI reads any part whose type is that of properties into a tree before anybody asks for it, so
 * that only the one is taken which all programs write, and whose size was looked at.
 */
final class Types extends WorkbookPart {
    static final String PROPERTIES = "docprops/core.xml";

    private static final String KIND = "core-properties";

    @Override
    boolean begin(String name, XmlStream element) throws SheetFault {
        String type = element.attribute("ContentType");
        String part = element.attribute("PartName");
        boolean properties = type != null && type.toLowerCase(Locale.ROOT).contains(KIND);
        if (properties && (part == null || !part.toLowerCase(Locale.ROOT).equals("/" + PROPERTIES))) {
            throw new SheetFault("its properties stand in " + part + ", and not in /docProps/core.xml");
        }
        return false;
    }

    @Override
    void end(String name, String collected) {
        // Attributes say all.
    }
}

package dev.slipway.gateway.sheet;

import dev.slipway.gateway.xml.XmlStream;
import java.util.Locale;

/**
 * The content types of a package's parts. POI reads every part with the type of properties into a tree when opening the
 * package. So only the one such part that all programs write is accepted, after a check of its size.
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

package dev.slipway.gateway.query;

import dev.slipway.gateway.files.RowLanding;
import dev.slipway.gateway.http.AnswerFault;
import dev.slipway.gateway.xml.XmlStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;

/** Reads answers in XML. Names count without their prefixes, texts with all their characters. */
final class XmlAnswer implements AnswerReader {
    private static final String XSI = "http://www.w3.org/2001/XMLSchema-instance";

    private final String rows;
    private final List<String> names;

    XmlAnswer(String rows) {
        this.rows = rows;
        this.names = List.of(rows.substring(1).split("/"));
    }

    @Override
    public void read(InputStream answer, AnswerRow row, RowLanding.Rows to)
            throws AnswerFault, IOException, InterruptedException {
        int found = 0;
        try (XmlStream xml = new XmlStream(answer)) {
            int matched = 0;
            for (int event = xml.next(); event != XMLStreamConstants.END_DOCUMENT; event = xml.next()) {
                if (event == XMLStreamConstants.END_ELEMENT) {
                    matched = Math.min(matched, xml.depth());
                } else if (event == XMLStreamConstants.START_ELEMENT && isNext(xml, matched)) {
                    matched++;
                    found = Math.max(found, matched);
                    if (matched == names.size()) {
                        row.begin();
                        element(xml, "", row);
                        to.write(row.values());
                        matched--;
                    }
                }
            }
        } catch (XMLStreamException e) {
            throw new AnswerFault("it is no XML that can be read: " + e.getMessage());
        }
        if (found < Math.max(1, names.size() - 1)) {
            throw new AnswerFault(
                    "it has nothing at /" + String.join("/", names.subList(0, found + 1)) + ", on the way to " + rows);
        }
    }

    private boolean isNext(XmlStream xml, int matched) {
        return xml.depth() == matched + 1 && xml.name().equals(names.get(matched));
    }

    /** Reads to the end of the element. @param path from the row down, empty for the row itself */
    private static void element(XmlStream xml, String path, AnswerRow row) throws XMLStreamException, AnswerFault {
        String prefix = path.isEmpty() ? "" : path + "/";
        String self = path.isEmpty() ? AnswerRow.SELF : path;
        for (int i = 0; i < xml.attributes(); i++) {
            String name = prefix + "@" + xml.attributeName(i);
            if (row.wants(name)) {
                row.set(name, xml.attribute(i));
            }
        }
        boolean nil = List.of("true", "1").contains(String.valueOf(xml.attribute(XSI, "nil")));
        boolean wanted = row.wants(self);
        StringBuilder text = new StringBuilder();
        for (int event = xml.next(); event != XMLStreamConstants.END_ELEMENT; event = xml.next()) {
            if (event == XMLStreamConstants.CHARACTERS) {
                if (wanted) {
                    append(text, xml.text());
                }
            } else if (wanted) {
                throw new AnswerFault("what it has at " + self + " of a row is no single value");
            } else if (row.leadsTo(prefix + xml.name())) {
                element(xml, prefix + xml.name(), row);
            } else {
                skip(xml);
            }
        }
        if (wanted) {
            row.set(self, nil ? null : text.toString());
        }
    }

    private static void append(StringBuilder text, String piece) throws AnswerFault {
        text.append(piece);
        if (text.length() > LONGEST) {
            throw new AnswerFault("a value has more than " + LONGEST + " characters");
        }
    }

    private static void skip(XmlStream xml) throws XMLStreamException {
        int outside = xml.depth() - 1;
        while (xml.depth() > outside) {
            xml.next();
        }
    }
}

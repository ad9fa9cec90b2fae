package dev.slipway.gateway.sheet;

import java.util.ArrayList;
import java.util.List;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;

/** The texts that cells refer to by number. The one part of a workbook that is held in memory, and therefore bounded. */
final class SharedTexts extends Part {
    private static final long MOST_CHARACTERS = 32L << 20;
    private static final long EACH = 32;

    private final List<String> texts = new ArrayList<>();
    private final StringBuilder item = new StringBuilder();
    private long characters;
    private boolean phonetic;

    String get(int number) throws SheetFault {
        if (number < 0 || number >= texts.size()) {
            throw new SheetFault("a cell refers to text " + number + " of " + texts.size());
        }
        return texts.get(number);
    }

    @Override
    boolean begin(String name, Attributes attributes) {
        if (name.equals("si")) {
            item.setLength(0);
        } else if (name.equals("rPh")) {
            phonetic = true;
        }
        return name.equals("t");
    }

    @Override
    void end(String name, String collected) throws SAXException {
        if (name.equals("t") && !phonetic) {
            item.append(collected);
        } else if (name.equals("rPh")) {
            phonetic = false;
        } else if (name.equals("si")) {
            characters += item.length() + EACH;
            if (characters > MOST_CHARACTERS) {
                throw new SheetFault("its texts come to more than " + MOST_CHARACTERS + " characters");
            }
            texts.add(item.toString());
        }
    }
}

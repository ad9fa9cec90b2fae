package dev.slipway.gateway.sheet;

import dev.slipway.gateway.xml.XmlStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The texts to which cells refer by number. Only this part of a workbook is held in memory, and is therefore bounded.
 */
final class SharedTexts extends WorkbookPart {
    private static final long MOST_CHARACTERS = 16L << 20;
    private static final long EACH = 32;

    private final List<String> texts = new ArrayList<>();
    private final RichText item = new RichText();
    private long characters;

    String get(String cell, double number) throws SheetFault {
        if (number < 0 || number >= texts.size()) {
            throw new SheetFault("cell " + cell + " refers to a text that the workbook does not have");
        }
        return texts.get((int) number);
    }

    @Override
    boolean begin(String name, XmlStream element) {
        if (name.equals("si")) {
            item.clear();
        }
        return item.begin(name);
    }

    @Override
    void end(String name, String collected) throws SheetFault {
        item.end(name, collected);
        if (name.equals("si")) {
            String text = item.text();
            characters += text.length() + EACH;
            if (characters > MOST_CHARACTERS) {
                throw new SheetFault("its texts come to more than " + MOST_CHARACTERS + " characters");
            }
            texts.add(text);
        }
    }
}

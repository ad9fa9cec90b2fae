package dev.slipway.toolkit.document;

import dev.slipway.toolkit.answer.Failure;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills the blanks of a document, which are written <code>${name}</code> as in templates. */
final class Blanks {
    private static final Pattern PART =
            Pattern.compile("<!\\[CDATA\\[.*?]]>|\\$\\{([A-Za-z][A-Za-z0-9_-]*)}", Pattern.DOTALL);
    private static final Pattern BLANK = Pattern.compile("\\$\\{([A-Za-z][A-Za-z0-9_-]*)}");
    private static final Pattern ENCODING = Pattern.compile("^\\s*<\\?xml[^>]*encoding=[\"'](?!(?i)utf-8[\"'])");

    private Blanks() {}

    /**
     * Returns the document with the values in the place of their blanks; blanks without a value stay. Values are
     * escaped, so that they can only be text.
     */
    static byte[] filled(String name, byte[] document, Map<String, String> values) {
        if (values.isEmpty()) {
            return document;
        }
        String text = text(name, document);
        TreeSet<String> unused = new TreeSet<>(values.keySet());
        String filled = PART.matcher(text)
                .replaceAll(part -> Matcher.quoteReplacement(
                        part.group(1) != null
                                ? value(part.group(1), part.group(), values, unused, false)
                                : BLANK.matcher(part.group())
                                        .replaceAll(blank -> Matcher.quoteReplacement(
                                                value(blank.group(1), blank.group(), values, unused, true)))));
        if (!unused.isEmpty()) {
            throw Failure.usage(
                    name + " has no blank ${" + unused.first() + "}",
                    "Write ${" + unused.first() + "} in the document where the value of --set belongs.");
        }
        return filled.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(String name, byte[] document) {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(document))
                    .toString();
            if (!ENCODING.matcher(text).find()) {
                return text;
            }
        } catch (CharacterCodingException e) {
            throw notUtf8(name);
        }
        throw notUtf8(name);
    }

    private static Failure notUtf8(String name) {
        return Failure.usage("--set needs a document in UTF-8, and " + name + " has another encoding", "Convert it.");
    }

    private static String value(
            String key, String blank, Map<String, String> values, TreeSet<String> unused, boolean inCdata) {
        unused.remove(key);
        String value = values.get(key);
        if (value == null) {
            return blank;
        }
        return inCdata ? value.replace("]]>", "]]]]><![CDATA[>") : escaped(value);
    }

    private static String escaped(String value) {
        return value.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&apos;");
    }
}

package dev.slipway.load;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Damages XML as attackers, broken programs and bad lines do. A coverage-guided fuzzer knows no tags and would spend
 * its time before the parser's first complaint. Most samples of this class stay well-formed enough to reach the code
 * behind the parser. An equal {@link Random} gives equal damage.
 */
final class Mutation {
    private static final Pattern TAG = Pattern.compile("<[^<>]{1,200}>");
    private static final Pattern START = Pattern.compile("<([A-Za-z0-9:_-]+)[^<>]*>");
    private static final Pattern NUMBER = Pattern.compile("(?<=[>\"'])\\d+(?=[<\"'])");
    private static final Pattern TEXT = Pattern.compile("(?<=>)[^<>]+(?=<)");
    private static final Pattern NAMESPACE = Pattern.compile("(?:http|urn):[A-Za-z0-9./:_-]+");

    private static final List<String> NUMBERS = List.of(
            "-1",
            "0",
            "2147483648",
            "9223372036854775808",
            "9".repeat(400),
            "1e400",
            "NaN",
            "-INF",
            "0x10",
            "1.",
            "+5",
            "\u00d9\u00a3",
            "");
    private static final List<String> ENTITIES = List.of(
            "&nobody;", "&#0;", "&#x110000;", "&#xD800;", "&amp", "&", "&#x1F600;", "&lt;&gt;", "&#38;#60;", "%p;");
    private static final List<String> DOCTYPES = List.of(
            "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'><!ENTITY c '&b;&b;&b;&b;&b;"
                    + "&b;&b;&b;'>]>",
            "<!DOCTYPE x SYSTEM 'file:///etc/passwd'>",
            "<!DOCTYPE x [<!ENTITY % p SYSTEM 'http://127.0.0.1:9/'> %p;]>",
            "<!DOCTYPE x [<!ENTITY x SYSTEM 'file:///etc/hostname'>]>",
            "<!DOCTYPE");
    private static final List<String> BYTES = List.of(
            "\0",
            "\u0001",
            "\u00c0\u0080",
            "\u00ed\u00a0\u0080",
            "\u00f8\u0088\u0080\u0080\u0080",
            "\u00ff\u00fe",
            "\u0080",
            "\u00ef\u00bb\u00bf",
            "\u00e2\u0080\u00ae",
            "\u007f",
            "\r\n\r",
            "\u00ef\u00bf\u00bf");
    private static final List<String> MARKUP = List.of(
            "<!-- -- -->",
            "<!--",
            "<![CDATA[",
            "]]>",
            "<![CDATA[<x>]]>",
            "<?xml version='1.1'?>",
            "<?x y?>",
            "</",
            "<",
            "/>",
            "<x:y/>",
            "<x xmlns=''/>",
            "<x xmlns:xml='urn:x'/>",
            "<x xmlns:p=''/>",
            "<a a='1' a='2'/>",
            "<x xsi:type='y'/>");
    private static final List<String> ENCODINGS = List.of(
            "UTF-16", "UTF-16LE", "UTF-16BE", "ISO-8859-1", "US-ASCII", "IBM037", "UTF-7", "x-nowhere", "UTF-32", "");

    private final Random random;

    Mutation(Random random) {
        this.random = random;
    }

    /** Returns {@code base} with one to four injuries, and with parts of {@code other}. */
    byte[] of(byte[] base, byte[] other) {
        String text = latin(base);
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            text = injured(text, latin(other));
        }
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        return random.nextInt(25) == 0 ? recoded(bytes) : bytes;
    }

    private String injured(String text, String other) {
        return switch (random.nextInt(18)) {
            case 0 -> flipped(text);
            case 1 -> text.substring(0, place(text));
            case 2 -> cut(text);
            case 3 -> swapped(text);
            case 4 -> repeated(text, 2);
            case 5 -> repeated(text, 1 + random.nextInt(300));
            case 6 -> repeated(text, 0);
            case 7 -> nested(text);
            case 8 -> inserted(text, any(ENTITIES));
            case 9 -> doctype(text);
            case 10 -> flooded(text);
            case 11 -> replaced(text, NUMBER, any(NUMBERS));
            case 12 -> inserted(text, any(BYTES));
            case 13 -> inserted(text, any(MARKUP));
            case 14 -> replaced(text, TEXT, longText());
            case 15 -> replaced(text, NAMESPACE, found(other, NAMESPACE));
            case 16 -> replaced(text, TAG, found(other, TAG));
            default -> replaced(text, TEXT, found(other, TEXT));
        };
    }

    private String flipped(String text) {
        StringBuilder changed = new StringBuilder(text);
        for (int i = 1 + random.nextInt(8); i > 0 && !text.isEmpty(); i--) {
            int at = random.nextInt(text.length());
            changed.setCharAt(at, (char) (changed.charAt(at) ^ 1 << random.nextInt(8)));
        }
        return changed.toString();
    }

    private String cut(String text) {
        int one = place(text);
        int other = Math.min(text.length(), one + random.nextInt(200));
        return text.substring(0, one) + text.substring(other);
    }

    private String swapped(String text) {
        List<int[]> tags = places(text, TAG);
        if (tags.size() < 2) {
            return text;
        }
        int first = random.nextInt(tags.size() - 1);
        int[] one = tags.get(first);
        int[] other = tags.get(first + 1 + random.nextInt(tags.size() - first - 1));
        return text.substring(0, one[0])
                + text.substring(other[0], other[1])
                + text.substring(one[1], other[0])
                + text.substring(one[0], one[1])
                + text.substring(other[1]);
    }

    /** Repeats an element this many times; 0 removes the element. */
    private String repeated(String text, int times) {
        List<int[]> starts = places(text, START);
        if (starts.isEmpty()) {
            return text;
        }
        int[] start = starts.get(random.nextInt(starts.size()));
        String tag = text.substring(start[0], start[1]);
        String end = "</" + tag.split("[\\s/>]", 2)[0].substring(1) + ">";
        int ended = tag.endsWith("/>") ? start[1] : text.indexOf(end, start[1]) + end.length();
        if (ended < start[1] || (long) (ended - start[0]) * times > 1 << 20) {
            return text;
        }
        return text.substring(0, start[0]) + text.substring(start[0], ended).repeat(times) + text.substring(ended);
    }

    private String nested(String text) {
        int depth = 1 + random.nextInt(random.nextInt(4) == 0 ? 20_000 : 60);
        String inner = random.nextBoolean() ? "</x>".repeat(depth) : "";
        return inserted(text, "<x>".repeat(depth) + inner);
    }

    private String doctype(String text) {
        int root = text.indexOf('<', text.startsWith("<?") ? 2 : 0);
        return root < 0 ? text : text.substring(0, root) + any(DOCTYPES) + text.substring(root);
    }

    private String flooded(String text) {
        int count = 1 + random.nextInt(random.nextInt(4) == 0 ? 20_000 : 150);
        StringBuilder flood = new StringBuilder();
        boolean namespaces = random.nextBoolean();
        for (int i = 0; i < count; i++) {
            flood.append(namespaces ? " xmlns:a" : " a")
                    .append(i)
                    .append("='u")
                    .append(i)
                    .append('\'');
        }
        List<int[]> starts = places(text, START);
        if (starts.isEmpty()) {
            return text;
        }
        int[] start = starts.get(random.nextInt(starts.size()));
        int at = start[1] - (text.charAt(start[1] - 2) == '/' ? 2 : 1);
        return text.substring(0, at) + flood + text.substring(at);
    }

    private String longText() {
        return "9a%".charAt(random.nextInt(3))
                + "x/.. ".substring(random.nextInt(5)).repeat(1 << random.nextInt(17));
    }

    private byte[] recoded(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        String name = any(ENCODINGS);
        String declared = text.replaceFirst("^<\\?xml[^>]*\\?>", "");
        declared = "<?xml version='1.0' encoding='" + name + "'?>" + declared;
        return switch (random.nextInt(4)) {
            case 0 -> declared.getBytes(StandardCharsets.UTF_16);
            case 1 -> declared.getBytes(StandardCharsets.UTF_16LE);
            case 2 -> text.getBytes(StandardCharsets.UTF_16BE);
            default -> declared.getBytes(StandardCharsets.UTF_8);
        };
    }

    private String inserted(String text, String what) {
        List<int[]> tags = places(text, TAG);
        int at = tags.isEmpty() || random.nextInt(3) == 0
                ? place(text)
                : tags.get(random.nextInt(tags.size()))[random.nextInt(2)];
        return text.substring(0, at) + what + text.substring(at);
    }

    private String replaced(String text, Pattern what, String by) {
        List<int[]> places = places(text, what);
        if (places.isEmpty()) {
            return text;
        }
        int[] one = places.get(random.nextInt(places.size()));
        return text.substring(0, one[0]) + by + text.substring(one[1]);
    }

    private String found(String text, Pattern what) {
        List<int[]> places = places(text, what);
        if (places.isEmpty()) {
            return "";
        }
        int[] one = places.get(random.nextInt(places.size()));
        return text.substring(one[0], one[1]);
    }

    private static List<int[]> places(String text, Pattern what) {
        List<int[]> places = new ArrayList<>();
        Matcher matcher = what.matcher(text);
        while (matcher.find() && places.size() < 500) {
            places.add(new int[] {matcher.start(), matcher.end()});
        }
        return places;
    }

    private int place(String text) {
        return text.isEmpty() ? 0 : random.nextInt(text.length());
    }

    private <T> T any(List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** Returns the bytes as characters one to one. */
    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}

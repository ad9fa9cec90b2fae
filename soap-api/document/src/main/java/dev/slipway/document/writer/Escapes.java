package dev.slipway.document.writer;

import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;

/** Escapes text so that a parser gives back the same characters. JAXB's own escapes lose a tab in an attribute. */
final class Escapes {
    private Escapes() {}

    static String escaped(String text, boolean attribute) {
        StringWriter escaped = new StringWriter();
        try {
            escape(text.toCharArray(), 0, text.length(), attribute, escaped);
        } catch (IOException e) {
            throw new IllegalStateException("a string cannot fail to be written", e);
        }
        return escaped.toString();
    }

    static void escape(char[] characters, int start, int length, boolean attribute, Writer out) throws IOException {
        for (int i = start; i < start + length; i++) {
            char c = characters[i];
            switch (c) {
                case '&' -> out.write("&amp;");
                case '<' -> out.write("&lt;");
                case '>' -> out.write("&gt;");
                case '\r' -> out.write("&#xD;");
                case '"', '\t', '\n' -> out.write(attribute ? "&#" + (int) c + ";" : String.valueOf(c));
                default -> out.write(c);
            }
        }
    }
}

package dev.slipway.demo;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The fields of a form on a page of the service, with their values, by their names. */
record PageFields(Map<String, String> fields) {
    private static final Pattern FIELD = Pattern.compile("<(input|textarea)\\b([^>]*)>([^<]*)");
    private static final Pattern SELECT = Pattern.compile("<select\\b([^>]*)>(.*?)</select>", Pattern.DOTALL);
    private static final Pattern CHOSEN = Pattern.compile("<option value=\"([^\"]*)\" selected>");

    PageFields(String page) {
        this(read(page));
    }

    private static Map<String, String> read(String page) {
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher field = FIELD.matcher(page);
        while (field.find()) {
            String name = attribute(field.group(2), "name");
            boolean isTicked = !attribute(field.group(2), "type").equals("checkbox")
                    || field.group(2).contains(" checked");
            if (!name.isEmpty() && isTicked) {
                // A browser leaves out the line feed right after the opening tag of a textarea.
                String text = field.group(3).startsWith("\n") ? field.group(3).substring(1) : field.group(3);
                boolean isText = field.group(1).equals("textarea");
                fields.putIfAbsent(name, isText ? plain(text) : attribute(field.group(2), "value"));
            }
        }
        Matcher select = SELECT.matcher(page);
        while (select.find()) {
            Matcher chosen = CHOSEN.matcher(select.group(2));
            if (chosen.find()) {
                fields.put(attribute(select.group(1), "name"), plain(chosen.group(1)));
            }
        }
        return fields;
    }

    private static String attribute(String attributes, String name) {
        Matcher value = Pattern.compile("\\b" + name + "=\"([^\"]*)\"").matcher(attributes);
        return value.find() ? plain(value.group(1)) : "";
    }

    private static String plain(String html) {
        return html.replace("&lt;", "<")
                .replace("&gt;", ">")
                .replace("&#034;", "\"")
                .replace("&#039;", "'")
                .replace("&amp;", "&");
    }
}

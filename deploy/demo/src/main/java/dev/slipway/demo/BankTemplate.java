package dev.slipway.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Makes the template "bank VaR": the job of {@code bank-var.xml} with blanks for the desk, the horizon and the levels,
 * shared with everybody who may submit. The template is made by the forms of the pages, as an author makes one in a
 * browser.
 */
public final class BankTemplate {
    /** The content of the desk's file in the document. */
    private static final String ALL_DESKS = "desk\nall";

    private static final String LEVELS = "0.95,0.99";
    private static final String HORIZON = "10";

    private static final Map<String, Map<String, String>> BLANKS = Map.of(
            "desk",
            Map.of(
                    "label", "Desk",
                    "help", "all is the whole bank.",
                    "kind", "CHOICE",
                    "options", "all\n" + String.join("\n", Demo.DESKS),
                    "initial", "all"),
            "horizon",
            Map.of("label", "Horizon", "help", "In trading days.", "kind", "NUMBER", "least", "1", "most", "250"),
            "levels",
            Map.of(
                    "label", "Levels",
                    "help", "Confidence of VaR and expected shortfall.",
                    "kind", "NUMBERS",
                    "least", "0.5",
                    "most", "0.9999"));

    private final Pages pages;

    private BankTemplate(Pages pages) {
        this.pages = pages;
    }

    /**
     * Makes the template.
     *
     * @param service address of the service
     * @param authority the authority's own certificate; the authority signs that of the service
     * @param user owner of the template
     * @param document the text of {@code bank-var.xml}
     * @return the path of the page on which the template is run
     */
    public static String make(String service, Path authority, String user, String password, String document)
            throws IOException {
        Pages pages = new Pages(service, authority);
        pages.signIn(user, password);
        return new BankTemplate(pages).make(document);
    }

    private String make(String document) throws IOException {
        String draft = name(pages.post("/ui/drafts", form("/ui/drafts", Map.of("from", "document", "text", document))));
        String edit = pages.post("/ui/templates", form("/ui/templates", Map.of("from", "draft", "id", draft)));
        pages.post("/ui/drafts/" + draft + "/remove", form("/ui/drafts", Map.of()));
        Map<String, String> template = new LinkedHashMap<>(new PageFields(pages.get(edit)).fields());
        template.replaceAll((field, text) -> text.strip().equals(ALL_DESKS) ? "desk\n${desk}\n" : text);
        template = shown(edit, template, "look");
        template = replaced(edit, template, "horizon", HORIZON);
        template = replaced(edit, template, "levels", LEVELS);
        template.putAll(about());
        describe(template);
        template.put("do", "save");
        return pages.post(edit, template).replace("/edit?done=saved", "/run");
    }

    private Map<String, String> form(String page, Map<String, String> fields) throws IOException {
        Map<String, String> form = new LinkedHashMap<>(fields);
        form.put("_csrf", new PageFields(pages.get(page)).fields().get("_csrf"));
        return form;
    }

    private static String name(String path) {
        return path.replaceFirst(".*/([0-9a-z]{32})(/.*)?$", "$1");
    }

    /** Presses the button that turns a value of the job into a blank, and returns the new form. */
    private Map<String, String> replaced(String edit, Map<String, String> form, String blank, String value)
            throws IOException {
        form.put("value", value);
        form.put("blank", blank);
        return shown(edit, form, "replace");
    }

    private Map<String, String> shown(String edit, Map<String, String> form, String press) throws IOException {
        form.put("do", press);
        return new LinkedHashMap<>(new PageFields(pages.send(edit, form)).fields());
    }

    private static Map<String, String> about() {
        return Map.of(
                "name",
                "bank VaR",
                "description",
                "The Value-at-Risk of the bank or of one desk, with the newest market data and the holdings of the"
                        + " last close."
                        + " Run it again when the market has moved, and compare the two jobs.",
                "shared",
                "true");
    }

    /** Describes the values that each blank takes. */
    private static void describe(Map<String, String> form) throws IOException {
        List<String> names = new ArrayList<>();
        for (int i = 0; form.containsKey("blanks." + i + ".name"); i++) {
            String place = "blanks." + i + ".";
            String name = form.get(place + "name");
            names.add(name);
            BLANKS.getOrDefault(name, Map.of()).forEach((part, text) -> form.put(place + part, text));
        }
        if (!BLANKS.keySet().equals(Set.copyOf(names))) {
            throw new IOException("the job has places for the blanks " + names + ", and not for " + BLANKS.keySet());
        }
    }
}

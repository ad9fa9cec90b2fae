package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.draft.Draft;
import dev.slipway.draft.DraftDesk;
import dev.slipway.job.JobToken;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jsoup.Jsoup;

/** Goes through the pages of a draft of ada's, as a browser without scripts does. */
final class Wizard {
    private final Site site;
    private final Visitor ada;
    private final String draft;

    /** Begins a new draft. */
    Wizard(Site site, Visitor ada) {
        this(site, ada, Page.open(ada, "/ui/drafts").form("Begin a new job").send(ada));
    }

    /** Goes on with the draft to which {@code made} leads. */
    Wizard(Site site, Visitor ada, HttpResponse<String> made) {
        this.site = site;
        this.ada = ada;
        String to = location(made);
        assertThat(to).matches(".*/ui/drafts/[0-9a-z]{32}/identity");
        draft = to.substring(to.indexOf("/ui/")).replaceAll("/identity$", "");
    }

    /** Returns the address of the draft. */
    String draft() {
        return draft;
    }

    static String location(HttpResponse<String> answer) {
        return answer.headers().firstValue("Location").orElse("none: " + answer.statusCode());
    }

    /** Sends the form of a page as shown, with these values changed, and follows the redirect. */
    HttpResponse<String> send(String page, Map<String, String> values) {
        HttpResponse<String> answer = sent(page, values);
        return answer.statusCode() == 302
                ? ada.get(location(answer).substring(location(answer).indexOf("/ui/")))
                : answer;
    }

    HttpResponse<String> sent(String page, Map<String, String> values) {
        Form form = page(page).formTo(draft + "/" + page);
        values.forEach(form::set);
        return form.send(ada);
    }

    /** Returns a page of the draft. */
    Page page(String page) {
        return Page.open(ada, draft + "/" + page);
    }

    /** Sends fields that the page does not have, besides those that it hides. */
    void smuggle(String page, Map<String, String> values) {
        HttpResponse<String> shown = ada.get(draft + "/" + page);
        Map<String, String> form = new LinkedHashMap<>(Map.of("_csrf", Visitor.csrf(shown), "version", version(shown)));
        form.putAll(values);
        ada.post(draft + "/" + page, form);
    }

    static String version(HttpResponse<String> page) {
        String version = Jsoup.parse(page.body()).select("input[name=version]").val();
        assertThat(version).as(page.body()).matches("\\d+");
        return version;
    }

    /** Adds a step by the button with this name. */
    Page add(String kind) {
        HttpResponse<String> answer = page(kind.equals("Into a database") || kind.equals("To a host")
                        ? "stage-out"
                        : "stage-in")
                .form(kind)
                .send(ada);
        return Page.open(ada, PageForm.at(answer));
    }

    Draft stored() {
        return site.bean(DraftDesk.class).open(Site.ADA, new JobToken(draft.substring(draft.lastIndexOf('/') + 1)));
    }

    void complete() {
        send("identity", Map.of("name", "var", "go", "next"));
        send("application", Map.of("executable", "var-mc", "go", "next"));
    }
}

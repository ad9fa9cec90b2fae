package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.List;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * Reads an answer as the page that a browser makes of it. Every page that is read must be sound: all its words are
 * known, and nothing on it comes from what users typed but text.
 */
final class Page extends Part {
    private final Document document;
    private final int status;

    private Page(Document document, int status) {
        super(document.body());
        this.document = document;
        this.status = status;
    }

    static Page of(HttpResponse<String> answer) {
        Document document = Jsoup.parse(answer.body());
        assertSound(document, answer.uri().toString());
        return new Page(document, answer.statusCode());
    }

    /** Reads a page that is answered with success. */
    static Page open(Visitor visitor, String path) {
        HttpResponse<String> answer = visitor.get(path);
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return of(answer);
    }

    int status() {
        return status;
    }

    String title() {
        return document.title();
    }

    /** Returns the addresses of the style sheets. */
    List<String> styles() {
        return document.select("link[rel=stylesheet]").eachAttr("href");
    }

    /** Returns the first heading. */
    String heading() {
        return headings().get(0);
    }

    /** Returns what stands in the source of the page, marks and texts. */
    String source() {
        return document.outerHtml();
    }

    /** Returns what stands in the source of the page but the tokens of its forms, which differ each time. */
    String sourceWithoutTokens() {
        Document copy = document.clone();
        copy.select("input[name=_csrf]").remove();
        return copy.outerHtml();
    }

    /** Returns the form that is sent to this address. */
    Form formTo(String action) {
        return Form.to(element(), action);
    }

    static void assertSound(Document document, String page) {
        assertThat(document.outerHtml())
                .as("words of no message on %s", page)
                .doesNotContainPattern("\\?{3}[\\w.-]+\\?{3}");
        assertThat(document.text()).as("numbers that are none on %s", page).doesNotContain("NaN");
        assertThat(document.select("script:not([src]), style, [style], b, i, u, img:not([src^=/assets/])"))
                .as("elements that no page of this service has, on %s", page)
                .isEmpty();
        for (Element element : document.getAllElements()) {
            assertThat(element.attributes().asList())
                    .as("attributes of %s on %s", element.tagName(), page)
                    .noneMatch(Page::isUnsound);
        }
    }

    /** Returns whether an attribute carries a script or a number that is none. Values of fields may say anything. */
    private static boolean isUnsound(Attribute attribute) {
        return attribute.getKey().startsWith("on")
                || !attribute.getKey().equals("value") && attribute.getValue().contains("NaN");
    }
}

package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Predicate;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.TextNode;

/**
 * Finds things in a part of a page by what a reader goes by: headings, terms, labels, names of tables and buttons.
 * Whatever is asked for by its name must be there exactly once; a list may be empty.
 */
class Part {
    private final Element element;

    Part(Element element) {
        this.element = element;
    }

    Element element() {
        return element;
    }

    /** Returns all text, with single blanks. */
    String text() {
        return element.text().replaceAll("\\s+", " ").strip();
    }

    /** Returns text up to the first mark-up in it: a name without the small print that follows. */
    String name() {
        return element.nodeStream(TextNode.class)
                .map(text -> text.text().strip())
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    List<String> headings() {
        return names("h1, h2, h3");
    }

    /** Returns the section with this heading. */
    Part section(String heading) {
        return new Part(one("h1, h2, h3", part -> part.name().equals(heading), "heading " + heading)
                .closest("section, details"));
    }

    /** Returns the region with this name. */
    Part region(String name) {
        return new Part(
                one("[role=region]", part -> part.element.attr("aria-label").equals(name), "region " + name));
    }

    /** Returns the terms of all definition lists. */
    List<String> terms() {
        return names("dt");
    }

    /** Returns the text that stands for a term of a definition list. */
    String fact(String term) {
        return new Part(one("dt", part -> part.name().equals(term), "term " + term)
                        .nextElementSibling())
                .text();
    }

    List<String> badges() {
        return names(".badge");
    }

    /** Returns the texts of notes, and of whatever is told when it appears. */
    List<String> notes() {
        return texts(".note, [role=status]:not(.badge), [role=alert]");
    }

    /** Returns the texts of code. */
    List<String> codes() {
        return texts("code");
    }

    /** Returns the texts of the items of lists. */
    List<String> items() {
        return texts("li");
    }

    /** Returns the preformatted texts. */
    List<String> listings() {
        return element.select("pre").stream()
                .map(listing -> listing.wholeText().strip())
                .toList();
    }

    /** Returns the names of what can be pressed or opened: buttons, questions and links that look like buttons. */
    List<String> buttons() {
        return names("button:not([hidden], [aria-hidden]), summary, a.button");
    }

    /** Returns the names of what asks before it is done. */
    List<String> questions() {
        return names("details.confirm > summary");
    }

    /** Returns the addresses of all links. */
    List<String> links() {
        return element.select("a").eachAttr("href");
    }

    /** Returns the address of the link with this name. */
    String link(String name) {
        return one("a", part -> part.name().equals(name), "link " + name).attr("href");
    }

    /** Returns the values of an attribute. */
    List<String> marks(String attribute) {
        return element.select("[" + attribute + "]").eachAttr(attribute);
    }

    /** Returns the names of the labels of fields. */
    List<String> labels() {
        return names("label");
    }

    /** Returns the field with this label. */
    Field field(String label) {
        Element found = one("label", part -> part.name().equals(label), "label " + label);
        return new Field(
                found.hasAttr("for")
                        ? found.ownerDocument().getElementById(found.attr("for"))
                        : found.selectFirst("input"));
    }

    /** Returns the group of fields with this legend. */
    Part group(String legend) {
        return new Part(one("legend", part -> part.name().equals(legend), "legend " + legend)
                .parent());
    }

    /** Returns the form of the button with this name, with this button pressed. */
    Form form(String button) {
        return Form.of(one("button:not([aria-hidden])", part -> part.name().equals(button), "button " + button));
    }

    /** Returns the addresses to which forms are sent. */
    List<String> forms() {
        return element.select("form").eachAttr("action");
    }

    /** Returns the captions of tables. */
    List<String> captions() {
        return names("caption");
    }

    /** Returns the table with this caption. */
    Table table(String caption) {
        return new Table(one("caption", part -> part.name().equals(caption), "caption " + caption)
                .parent());
    }

    /** Returns the only table. */
    Table table() {
        return new Table(one("table", part -> true, "table"));
    }

    /** Returns the part of a page for each element of a selector. */
    List<Part> parts(String selector) {
        return element.select(selector).stream().map(Part::new).toList();
    }

    /** Returns the texts of the elements of a selector. */
    List<String> texts(String selector) {
        return parts(selector).stream().map(Part::text).toList();
    }

    private List<String> names(String selector) {
        return parts(selector).stream().map(Part::name).toList();
    }

    private Element one(String selector, Predicate<Part> is, String what) {
        List<Part> found = parts(selector).stream().filter(is).toList();
        assertThat(found).as("%s among %s", what, names(selector)).hasSize(1);
        return found.get(0).element;
    }

    @Override
    public String toString() {
        return text();
    }
}

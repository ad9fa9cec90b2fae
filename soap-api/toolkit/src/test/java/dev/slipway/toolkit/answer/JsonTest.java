package dev.slipway.toolkit.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Checks the toolkit's lists of the answers' types against the schema. */
class JsonTest {
    /** Maps each type of the schema that has repeated parts to the element of that type in answers. */
    private static final Map<String, String> ELEMENTS = Map.ofEntries(
            Map.entry("User", "user"),
            Map.entry("JobSummary", "job"),
            Map.entry("PartitionOffer", "partition"),
            Map.entry("Blank", "blank"),
            Map.entry("Timetable", "timetable"),
            Map.entry("Schedule", "schedule"),
            Map.entry("MailChoice", "choice"));

    /** An element of an answer, by its own type and the type or response that holds it. */
    private record Part(String holder, String name, String type, boolean often) {}

    private static List<Part> parts() throws Exception {
        List<Part> parts = new ArrayList<>();
        try (InputStream in = JsonTest.class.getResourceAsStream("/dev/slipway/service/jobs.xsd")) {
            NodeList elements = DocumentBuilderFactory.newDefaultNSInstance()
                    .newDocumentBuilder()
                    .parse(in)
                    .getElementsByTagNameNS("http://www.w3.org/2001/XMLSchema", "element");
            for (int i = 0; i < elements.getLength(); i++) {
                Element element = (Element) elements.item(i);
                String holder = holder(element);
                if (holder.endsWith("Response") || Character.isUpperCase((holder + "a").charAt(0))) {
                    parts.add(new Part(
                            holder,
                            element.getAttribute("name"),
                            element.getAttribute("type"),
                            element.getAttribute("maxOccurs").equals("unbounded")));
                }
            }
        }
        assertThat(parts).hasSizeGreaterThan(80);
        return parts;
    }

    /** Returns the name of the enclosing declaration; empty for a top element. */
    private static String holder(Element element) {
        for (var node = element.getParentNode(); node instanceof Element around; node = node.getParentNode()) {
            if (!around.getAttribute("name").isEmpty()) {
                return around.getAttribute("name");
            }
        }
        return "";
    }

    @Test
    void numbers_and_truths_are_those_of_the_schema() throws Exception {
        for (Part part : parts()) {
            if (Set.of("xs:int", "xs:long", "xs:double").contains(part.type())) {
                assertThat(Json.NUMBERS).as("%s", part).contains(part.name());
            }
            if (part.type().equals("xs:boolean")) {
                assertThat(Json.TRUTHS).as("%s", part).contains(part.name());
            }
        }
    }

    @Test
    void what_may_stand_often_is_an_array_and_what_stands_once_is_none() throws Exception {
        for (Part part : parts()) {
            String holder = ELEMENTS.getOrDefault(part.holder(), part.holder());
            boolean word = Set.of("xs:string", "xs:dateTime", "s:Role", "s:Day", "s:MailEvent")
                    .contains(part.type());
            if (part.often()) {
                assertThat(word ? Json.LISTS.getOrDefault(holder, Map.of()) : Json.ARRAYS)
                        .as("%s", part)
                        .containsKey(part.name());
            } else if (part.type().equals("s:User") || part.type().equals("s:Key")) {
                assertThat(Json.SINGLE.get(holder)).as("%s", part).isEqualTo(part.name());
            }
        }
    }
}

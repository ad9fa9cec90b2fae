package dev.slipway.toolkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Reads the tables about the toolkit's JSON in docs/json.md and the service's schema, and checks objects against both.
 */
final class JsonFields {
    private static final String XS = "http://www.w3.org/2001/XMLSchema";
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    private final Map<String, String> elementOfArray = new HashMap<>();

    /** For the first words of a row, the object and the arrays that are always present. */
    private final Map<String, List<String>> objects = new LinkedHashMap<>();

    private final Map<String, List<String>> own = new LinkedHashMap<>();
    private final Map<String, Element> elements = new HashMap<>();
    private final Map<String, Element> types = new HashMap<>();

    JsonFields() throws Exception {
        String table = "";
        for (String line :
                Files.readAllLines(Path.of(System.getProperty("slipway.root")).resolve("docs/json.md"))) {
            if (!line.startsWith("|")) {
                table = "";
            } else if (table.isEmpty()) {
                table = line;
            } else if (!line.startsWith("|---")) {
                row(table, line.split("\\|"));
            }
        }
        try (InputStream in = JsonFields.class.getResourceAsStream("/dev/slipway/service/jobs.xsd")) {
            Element schema = DocumentBuilderFactory.newDefaultNSInstance()
                    .newDocumentBuilder()
                    .parse(in)
                    .getDocumentElement();
            children(schema, "element").forEach(each -> elements.put(each.getAttribute("name"), each));
            children(schema, "complexType").forEach(each -> types.put(each.getAttribute("name"), each));
            children(schema, "simpleType").forEach(each -> types.put(each.getAttribute("name"), each));
        }
    }

    private void row(String table, String[] cells) {
        List<String> first = quoted(cells[1]);
        if (table.startsWith("| element")) {
            elementOfArray.put(quoted(cells[2]).get(0), first.get(0));
        } else if (table.contains("| object")) {
            List<String> rest = new ArrayList<>(quoted(cells[2]));
            rest.addAll(cells.length > 3 ? quoted(cells[3]) : List.of());
            objects.put(cells[1].strip(), rest);
        } else {
            first.forEach(verb -> own.put(verb, quoted(cells[2])));
        }
    }

    private static List<String> quoted(String cell) {
        return QUOTED.matcher(cell).results().map(found -> found.group(1)).toList();
    }

    /** Checks an object against the row that begins with these words. */
    void require(String row, Map<String, Object> object) {
        if (own.containsKey(row)) {
            List<String> fields = own.get(row);
            Map<String, Object> left = new LinkedHashMap<>(object);
            left.keySet().removeAll(fields);
            if (fields.contains("resultsResponse/result")) {
                requireFields("resultsResponse/result", left, declared("resultsResponse/result"));
            } else {
                assertThat(left).as(row).isEmpty();
            }
            return;
        }
        assertThat(objects).as("docs/json.md has no row").containsKey(row);
        List<String> told = objects.get(row);
        assertThat(object.keySet()).as(row).containsAll(told.subList(1, told.size()));
        requireFields(told.get(0), object, declared(told.get(0)));
    }

    private void requireFields(String path, Map<String, Object> object, Element declaration) {
        object.forEach((name, value) -> requireField(path + "/" + name, declaration, name, value));
    }

    private void requireField(String path, Element holder, String name, Object value) {
        String element = value instanceof List<?> ? elementOfArray.get(name) : name;
        assertThat(element).as("an array of docs/json.md: %s", path).isNotNull();
        Element declaration = fields(holder).stream()
                .filter(each -> each.getAttribute("name").equals(element))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no element of the schema: " + path));
        boolean repeats = !List.of("", "1").contains(declaration.getAttribute("maxOccurs"));
        assertThat(value instanceof List<?>).as("an array: %s", path).isEqualTo(repeats);
        for (Object each : value instanceof List<?> list ? list : List.of(value)) {
            requireValue(path, declaration, each);
        }
    }

    @SuppressWarnings("unchecked")
    private void requireValue(String path, Element declaration, Object value) {
        switch (kind(declaration)) {
            case "object" -> {
                assertThat(value).as(path).isInstanceOf(Map.class);
                requireFields(path, (Map<String, Object>) value, declaration);
            }
            case "int", "long", "double", "decimal", "integer" ->
                assertThat(value).as(path).isInstanceOf(Number.class);
            case "boolean" -> assertThat(value).as(path).isInstanceOf(Boolean.class);
            default -> assertThat(value).as(path).isInstanceOf(String.class);
        }
    }

    /** Returns the simple type at the bottom of an element's type, or {@code object}. */
    private String kind(Element declaration) {
        String type = declaration.getAttribute("type");
        while (type.startsWith("s:")) {
            Element named = types.get(type.substring(2));
            if (named.getLocalName().equals("complexType")) {
                return "object";
            }
            type = ((Element) named.getElementsByTagNameNS(XS, "restriction").item(0)).getAttribute("base");
        }
        return type.isEmpty() ? "object" : type.substring(type.indexOf(':') + 1);
    }

    /** Returns the declaration at the end of a path such as {@code statusResponse/status}. */
    private Element declared(String path) {
        String[] names = path.split("/");
        Element found = elements.get(names[0]);
        assertThat(found).as(path).isNotNull();
        for (String name : Arrays.copyOfRange(names, 1, names.length)) {
            found = fields(found).stream()
                    .filter(each -> each.getAttribute("name").equals(name))
                    .findFirst()
                    .orElseThrow();
        }
        return found;
    }

    private List<Element> fields(Element declaration) {
        Matcher named = Pattern.compile("s:(.+)").matcher(declaration.getAttribute("type"));
        Element holder = named.matches() ? types.get(named.group(1)) : declaration;
        List<Element> fields = new ArrayList<>();
        var found = holder.getElementsByTagNameNS(XS, "element");
        for (int i = 0; i < found.getLength(); i++) {
            fields.add((Element) found.item(i));
        }
        return fields;
    }

    private static List<Element> children(Element parent, String name) {
        List<Element> children = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element && element.getLocalName().equals(name)) {
                children.add(element);
            }
        }
        return children;
    }
}

package dev.slipway.document.grammar;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.DocumentSchemas;
import dev.slipway.document.Schemas;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** Checks that the reader's table and the schemas agree. */
class DocumentGrammarTest {

    /** The limits that Slipway accepts at the extension point of SPMDApplication. GFD.115 does not name them. */
    private static final Set<String> LIMITS = Set.of("WallTimeLimit", "ProcessCountLimit", "VirtualMemoryLimit");

    /** Returns whether a child stands at a schema's extension point. */
    private static boolean extension(QName parent, ElementForm.Child child) {
        boolean foreign = !child.name().getNamespaceURI().equals(parent.getNamespaceURI());
        boolean refers =
                List.of(Names.SPMD, Names.REPORT, Names.SWEEP, Names.SW).contains(parent.getNamespaceURI());
        if (parent.getNamespaceURI().equals(Names.SPMD)
                && LIMITS.contains(child.name().getLocalPart())) {
            return true;
        }
        return foreign && !refers || DocumentGrammar.isAdded(child.name());
    }

    @Test
    void the_table_names_the_same_children_in_the_same_order_as_the_schemas() throws Exception {
        Map<QName, List<QName>> schemas = new HashMap<>();
        for (String file : Schemas.FILES) {
            collect(file, schemas);
        }

        DocumentGrammar.all().forEach((name, form) -> {
            List<QName> own = form.children().stream()
                    .filter(child -> !extension(name, child))
                    .map(ElementForm.Child::name)
                    .toList();
            if (!DocumentGrammar.isAdded(name)) {
                assertThat(schemas).as("%s", name).containsKey(name);
            }
            assertThat(own).as("%s", name).isEqualTo(schemas.getOrDefault(name, List.of()));
        });
    }

    @Test
    void every_child_is_either_in_the_table_or_marked_as_unsupported() {
        DocumentGrammar.all().values().stream()
                .flatMap(form -> form.children().stream())
                .forEach(child -> assertThat(DocumentGrammar.form(child.name()).isPresent())
                        .as("%s", child.name())
                        .isNotEqualTo(DocumentGrammar.unsupported(child.name()).isPresent()));
    }

    @Test
    void every_element_and_attribute_of_every_schema_is_documented() throws Exception {
        for (String file : Schemas.FILES) {
            Element schema = parse(file);
            for (String kind : List.of("element", "attribute")) {
                for (Element declared : inside(schema, kind)) {
                    if (declared.hasAttribute("name")) {
                        assertThat(documentation(declared))
                                .as("%s of %s", declared.getAttribute("name"), file)
                                .isNotBlank();
                    }
                }
            }
        }
    }

    /** Returns the declaration's own documentation, not that of a declaration inside. */
    private static String documentation(Element declared) {
        NodeList children = declared.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            if ("annotation".equals(children.item(i).getLocalName())) {
                return children.item(i).getTextContent();
            }
        }
        return "";
    }

    private static Element parse(String file) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newDefaultNSInstance();
        try (InputStream in = DocumentSchemas.class.getResourceAsStream(file)) {
            return factory.newDocumentBuilder().parse(in).getDocumentElement();
        }
    }

    private static void collect(String file, Map<QName, List<QName>> into) throws Exception {
        Element schema = parse(file);
        Map<String, Element> types = new HashMap<>();
        for (Element type : inside(schema, "complexType")) {
            if (type.hasAttribute("name")) {
                types.put(type.getAttribute("name"), type);
            }
        }
        for (Element element : inside(schema, "element")) {
            if (!element.hasAttribute("name")) {
                continue;
            }
            String type = element.getAttribute("type");
            Element body = types.get(type.substring(type.indexOf(':') + 1));
            List<Element> anonymous = inside(element, "complexType");
            Element holder = body != null ? body : anonymous.isEmpty() ? null : anonymous.get(0);
            QName name = new QName(schema.getAttribute("targetNamespace"), element.getAttribute("name"));
            List<QName> children = holder == null ? List.of() : names(schema, holder);
            // Elements such as jsdl:Description stand in several places with one type.
            into.merge(name, children, (one, two) -> one.isEmpty() ? two : one);
        }
    }

    private static List<QName> names(Element schema, Element type) {
        List<QName> names = new ArrayList<>();
        for (Element child : inside(type, "element")) {
            String reference = child.getAttribute("ref");
            String prefix = reference.isEmpty() ? "" : reference.substring(0, reference.indexOf(':'));
            names.add(
                    reference.isEmpty()
                            ? new QName(schema.getAttribute("targetNamespace"), child.getAttribute("name"))
                            : new QName(Names.NAMESPACES.get(prefix), reference.substring(prefix.length() + 1)));
        }
        return names;
    }

    private static List<Element> inside(Element parent, String local) {
        List<Element> found = new ArrayList<>();
        NodeList nodes = parent.getElementsByTagNameNS(XMLConstants.W3C_XML_SCHEMA_NS_URI, local);
        for (int i = 0; i < nodes.getLength(); i++) {
            Node node = nodes.item(i);
            found.add((Element) node);
        }
        return found;
    }
}

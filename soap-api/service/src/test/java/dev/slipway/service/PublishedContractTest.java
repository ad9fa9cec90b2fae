package dev.slipway.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.problem.ProblemCode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** Tests the contract as the service publishes it: one name for each thing, and how a caller is authenticated. */
class PublishedContractTest {
    private static final String XS = "http://www.w3.org/2001/XMLSchema";
    private static final String POLICY = "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702";
    private static final String ATTACHED = "http://www.w3.org/ns/ws-policy";

    private static final Pattern OPERATION = Pattern.compile("\\boperations? ([a-zA-Z]+)");

    @TempDir
    static Path folder;

    private static JobsServer server;
    private static SoapClient ann;

    @BeforeAll
    static void start() throws Exception {
        server = JobsServer.withoutDesks(folder);
        ann = new SoapClient(server.address(), "ann", "ann-pw");
    }

    @AfterAll
    static void stop() throws Exception {
        server.close();
    }

    private static Element published(String query) throws Exception {
        byte[] bytes = ann.get(server.address().resolve("/services/jobs?" + query))
                .body()
                .getBytes(StandardCharsets.UTF_8);
        return DocumentBuilderFactory.newDefaultNSInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(bytes))
                .getDocumentElement();
    }

    private static List<Element> elements(Element in, String namespace, String name) {
        NodeList found = in.getElementsByTagNameNS(namespace, name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < found.getLength(); i++) {
            elements.add((Element) found.item(i));
        }
        return elements;
    }

    @Test
    void the_tokens_of_jobs_and_groups_have_one_type_and_a_number_of_things_one_name() throws Exception {
        List<Element> elements = elements(published("xsd=jobs.xsd"), XS, "element");

        assertThat(elements)
                .filteredOn(each -> Set.of("token", "parent", "group").contains(each.getAttribute("name")))
                .filteredOn(
                        each -> !isOfLogin(each) && !each.getAttribute("type").equals("s:GroupStatus"))
                .hasSizeGreaterThan(20)
                .allMatch(each -> each.getAttribute("type").equals("s:Token"));
        assertThat(elements).noneMatch(each -> each.getAttribute("name").equals("length"));
    }

    @Test
    void every_operation_that_a_remedy_names_is_in_the_contract() throws Exception {
        Set<String> operations = elements(published("wsdl"), "http://schemas.xmlsoap.org/wsdl/", "operation").stream()
                .map(each -> each.getAttribute("name"))
                .collect(Collectors.toSet());

        assertThat(Arrays.stream(ProblemCode.values()).flatMap(code -> OPERATION
                        .matcher(code.remedy().calls())
                        .results()
                        .map(found -> found.group(1))))
                .hasSizeGreaterThan(10)
                .allMatch(operations::contains);
    }

    /** Returns whether the element is the secret token of a login, which names no job. */
    private static boolean isOfLogin(Element element) {
        for (Node around = element; around instanceof Element one; around = around.getParentNode()) {
            if (one.getAttribute("name").equals("loginResponse")) {
                return true;
            }
        }
        return false;
    }

    @Test
    void the_ways_to_authenticate_are_in_the_wsdl_as_optional_policies_and_in_words() throws Exception {
        Element wsdl = published("wsdl");

        assertThat(elements(wsdl, POLICY, "HttpBasicAuthentication")).hasSize(1);
        assertThat(elements(wsdl, POLICY, "UsernameToken")).hasSize(1);
        assertThat(elements(wsdl, POLICY, "WssUsernameToken10")).hasSize(1);
        for (String top : List.of("TransportBinding", "SupportingTokens")) {
            assertThat(elements(wsdl, POLICY, top))
                    .isNotEmpty()
                    .allMatch(each -> each.getAttributeNS(ATTACHED, "Optional").equals("true"));
        }
        Element portType =
                elements(wsdl, "http://schemas.xmlsoap.org/wsdl/", "portType").get(0);
        assertThat(portType.getAttributeNS(ATTACHED, "PolicyURIs")).isEqualTo("#Authentication");
        assertThat(portType.getTextContent())
                .contains("HTTP Basic", "Authorization: Bearer", "PasswordText", "access.not-authenticated");
    }
}

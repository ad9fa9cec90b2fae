package dev.slipway.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.reader.JobDocumentReader;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.XMLConstants;
import javax.xml.catalog.Catalog;
import javax.xml.catalog.CatalogFeatures;
import javax.xml.catalog.CatalogManager;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.SchemaFactory;
import javax.xml.validation.Validator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the published files as an XML editor uses them, in a folder. */
class SchemaCatalogTest {
    @TempDir
    Path folder;

    private Catalog catalog;

    @BeforeEach
    void publish() throws Exception {
        for (String file : DocumentSchemas.files()) {
            Files.write(folder.resolve(file), DocumentSchemas.file(file).orElseThrow());
        }
        catalog = CatalogManager.catalog(
                CatalogFeatures.defaults(), folder.resolve("catalog.xml").toUri());
    }

    @Test
    void names_a_schema_of_its_own_for_each_namespace_that_the_reader_takes() throws Exception {
        Set<String> namespaces = new TreeSet<>(Names.ALIASES.keySet());
        namespaces.addAll(Names.NAMESPACES.values());

        for (String namespace : namespaces) {
            String found = catalog.matchURI(namespace);
            assertThat(found).as(namespace).isNotNull();
            assertThat(Files.readString(Path.of(URI.create(found)))).contains("targetNamespace=\"" + namespace + "\"");
        }
    }

    @Test
    void knows_the_elements_of_drafts_as_it_knows_those_of_the_standard() throws Exception {
        Validator validator = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                .newSchema(folder.resolve("job-document.xsd").toFile())
                .newValidator();

        for (String jsdl : new String[] {Names.JSDL, "http://schemas.ggf.org/jsdl/2005/06/jsdl"}) {
            for (String posix : new String[] {
                Names.POSIX,
                "http://schemas.ggf.org/jsdl/2005/04/jsdl-posix",
                "http://schemas.ggf.org/jsdl/2005/06/jsdl-posix"
            }) {
                String document = document(jsdl, posix);
                assertThat(new JobDocumentReader().read(document.getBytes(StandardCharsets.UTF_8)))
                        .isInstanceOf(ReadDocument.Swept.class);
                validator.validate(new StreamSource(new StringReader(document)));
                for (String known : new String[] {"Executable", "JobName", "Values"}) {
                    assertThatThrownBy(() -> validator.validate(
                                    new StreamSource(new StringReader(document.replace(known, known + "Typo")))))
                            .as("%s in %s", known, document)
                            .hasMessageContaining(known + "Typo");
                }
            }
        }
    }

    private static String document(String jsdl, String posix) {
        return """
                <j:JobDefinition xmlns:j='%s' xmlns:p='%s' xmlns:s='http://schemas.ogf.org/jsdl/2007/01/jsdl-sweep'
                    xmlns:f='http://schemas.ogf.org/jsdl/2007/01/jsdl-sweep/functions'><j:JobDescription>
                  <j:JobIdentification><j:JobName>drafted</j:JobName></j:JobIdentification>
                  <j:Application><p:POSIXApplication><p:Executable>x</p:Executable><p:Argument>1</p:Argument>\
                </p:POSIXApplication>
                  </j:Application></j:JobDescription>
                  <s:Sweep><s:Assignment><s:DocumentNode><s:Match>//p:Argument</s:Match></s:DocumentNode>
                  <f:Values><f:Value>1</f:Value><f:Value>2</f:Value></f:Values></s:Assignment></s:Sweep>\
                </j:JobDefinition>
                """.formatted(jsdl, posix);
    }
}

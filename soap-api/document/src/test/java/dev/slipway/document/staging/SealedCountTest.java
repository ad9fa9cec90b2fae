package dev.slipway.document.staging;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.document.ReadDocument;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.reader.JobDocumentReader;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Tests the limit on sealed passwords. Opening one costs the service milliseconds, so a document has a limit however
 * many jobs it stands for.
 */
class SealedCountTest {
    private final JobDocumentReader reader = new JobDocumentReader();

    @Test
    void takes_a_hundred_over_all_elements_of_a_sweep() {
        ReadDocument read = reader.read(sweep(CredentialReading.MOST, CredentialReading.MOST));

        assertThat(read.problems()).isEmpty();
        assertThat(((ReadDocument.Swept) read).requests()).hasSize(CredentialReading.MOST);
    }

    @Test
    void takes_one_in_any_number_of_elements() {
        assertThat(((ReadDocument.Swept) reader.read(sweep(200, 1))).requests()).hasSize(200);
    }

    @Test
    void refuses_more_over_all_elements_of_a_sweep_and_says_so_once() {
        ReadDocument read = reader.read(sweep(200, CredentialReading.MOST + 1));

        assertThat(read).isInstanceOf(ReadDocument.NotOffered.class);
        assertThat(read.problems()).singleElement().satisfies(problem -> assertThat(problem.message())
                .startsWith("more than 100 different sealed passwords in one document"));
    }

    /** Makes a sweep over one step with a login, with so many elements and so many different passwords. */
    private static byte[] sweep(int elements, int different) {
        String values = IntStream.range(0, elements)
                .mapToObj(number -> "<f:Value>" + sealed(number % different) + "</f:Value>")
                .collect(Collectors.joining());
        String text = """
                <JobDefinition xmlns='%s' xmlns:p='%s' xmlns:ac='%s' xmlns:w='%s' xmlns:s='%s' xmlns:f='%s'>\
                <JobDescription>
                <Application><p:POSIXApplication><p:Executable>x</p:Executable></p:POSIXApplication></Application>
                <DataStaging><FileName>in.csv</FileName><CreationFlag>overwrite</CreationFlag>
                <Source><URI>sftp://market-data/in.csv</URI></Source>
                <ac:Credential><w:UsernameToken><w:Username>doej</w:Username><w:Password>%s</w:Password>\
                </w:UsernameToken>
                </ac:Credential></DataStaging></JobDescription>
                <s:Sweep><s:Assignment><s:DocumentNode><s:Match>//w:Password</s:Match></s:DocumentNode>
                <f:Values>%s</f:Values></s:Assignment></s:Sweep></JobDefinition>
                """.formatted(
                        Names.JSDL, Names.POSIX, Names.AC, Names.WSSE, Names.SWEEP, Names.FUNCTIONS, sealed(0), values);
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns text in the form of a compact JWE. */
    private static String sealed(int number) {
        return "eyJh." + "k".repeat(342) + "." + "n".repeat(16) + ".c%05d.".formatted(number) + "t".repeat(22);
    }
}

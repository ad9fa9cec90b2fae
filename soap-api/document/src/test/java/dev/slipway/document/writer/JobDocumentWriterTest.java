package dev.slipway.document.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.document.ReadDocument;
import dev.slipway.document.Schemas;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.request.JobRequest;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.MpiProgram;
import dev.slipway.request.RunPath;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class JobDocumentWriterTest {
    private static final JobDocumentWriter WRITER = new JobDocumentWriter();
    private final JobDocumentReader reader = new JobDocumentReader();

    @Provide
    Arbitrary<JobRequest> requests() {
        return RandomRequests.requests();
    }

    @Property(tries = 300)
    void what_is_written_reads_back_equal_and_without_a_warning(@ForAll("requests") JobRequest request) {
        ReadDocument read = reader.read(WRITER.write(request));

        assertThat(read).isInstanceOf(ReadDocument.Accepted.class);
        assertThat(((ReadDocument.Accepted) read).request()).isEqualTo(request);
        assertThat(read.problems())
                .filteredOn(problem -> !problem.message().contains("holds a ?"))
                .isEmpty();
    }

    @Property(tries = 50)
    void what_is_written_is_valid_by_the_schemas(@ForAll("requests") JobRequest request) {
        assertThat(Schemas.faults(WRITER.write(request))).isEmpty();
    }

    @Property(tries = 50)
    void the_same_request_gives_the_same_bytes(@ForAll("requests") JobRequest request) {
        byte[] written = WRITER.write(request);

        assertThat(new JobDocumentWriter().write(request)).isEqualTo(written);
        assertThat(DocumentLayout.of(written).document().orElseThrow()).isEqualTo(written);
    }

    @Test
    void refuses_what_no_document_can_hold() {
        assertThatThrownBy(() -> WRITER.write(named("bell \u0007")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("no job document can hold this request");
        assertThatThrownBy(() -> WRITER.write(named(" padded "))).isInstanceOf(IllegalArgumentException.class);
    }

    static JobRequest named(String name) {
        LaunchRequest launch =
                LaunchRequest.of(MpiProgram.of("true", List.of(), Map.of(), 1), new RunPath("out"), new RunPath("err"));
        return new JobRequest(
                name, Optional.empty(), Optional.empty(), launch, List.of(), List.of(), List.of(), Map.of(), List.of());
    }
}

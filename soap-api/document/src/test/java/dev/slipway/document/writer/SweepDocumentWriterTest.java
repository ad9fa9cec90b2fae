package dev.slipway.document.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.slipway.document.ReadDocument;
import dev.slipway.document.Schemas;
import dev.slipway.document.reader.JobDocumentReader;
import dev.slipway.request.JobRequest;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class SweepDocumentWriterTest {
    private static final SweepDocumentWriter WRITER = new SweepDocumentWriter();
    private final JobDocumentReader reader = new JobDocumentReader();

    @Provide
    Arbitrary<JobRequest> requests() {
        return RandomRequests.requests();
    }

    @Property(tries = 60)
    void any_job_with_several_names_is_a_sweep_that_reads_back_equal(@ForAll("requests") JobRequest request) {
        List<JobRequest> jobs = named(request, "first", "<second> & \"third\"", "${fourth}");

        byte[] document = WRITER.write(jobs);

        ReadDocument.Swept read = (ReadDocument.Swept) reader.read(document);
        assertThat(read.requests())
                .hasSize(3)
                .extracting(JobRequest::name)
                .containsExactly("first", "<second> & \"third\"", "${fourth}");
        assertThat(read.submissionId()).isEqualTo(request.submissionId());
        assertThat(read.requests()).extracting(JobRequest::launch).containsOnly(request.launch());
        assertThat(Schemas.faults(document)).isEmpty();
        assertThat(DocumentLayout.of(document).document().orElseThrow()).isEqualTo(document);
    }

    @Property(tries = 20)
    void equal_jobs_are_no_sweep(@ForAll("requests") JobRequest request) {
        assertThatThrownBy(() -> WRITER.write(List.of(request, request)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("all jobs of the sweep are the same");
    }

    @Test
    void jobs_that_differ_in_more_than_values_are_refused_with_the_place() {
        JobRequest job = JobDocumentWriterTest.named("a");
        JobRequest with = like(job, "a", Optional.of("text"));
        JobRequest without = like(job, "a", Optional.empty());

        assertThatThrownBy(() -> WRITER.write(List.of(with, without)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("differ in more than values at /jsdl:JobDefinition/jsdl:JobDescription");
    }

    private static List<JobRequest> named(JobRequest request, String... names) {
        return Stream.of(names)
                .map(name -> like(request, name, request.description()))
                .toList();
    }

    private static JobRequest like(JobRequest request, String name, Optional<String> description) {
        return new JobRequest(
                name,
                description,
                request.submissionId(),
                request.launch(),
                request.stageIn(),
                request.stageOut(),
                request.results(),
                request.contracts(),
                request.snapshots());
    }
}

package dev.slipway.gateway.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.digest.Sha256;
import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.StageInContract;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.request.UploadFetch;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that an upload is staged unchanged or not at all. */
class UploadStepTest extends StageInContract {
    private Path upload;

    @Override
    protected GatewayTestBed open() throws Exception {
        Path users = Files.createDirectories(folder.resolve("uploads").resolve(Sha256.hex(GatewayTestBed.OWNER)));
        upload = Files.writeString(users.resolve(sha256()), content());
        return GatewayTestBed.on(List.of(), List.of(), folder, GatewayLimits.STANDARD);
    }

    private String sha256() {
        return Sha256.hex(content().getBytes(StandardCharsets.UTF_8));
    }

    @Override
    protected StagingStep step(RunPath file, CreationFlag creation, Compression compression) {
        return new UploadFetch(new StepHead.In("data", 1, file, creation, compression), sha256());
    }

    @Test
    void tells_how_many_bytes_will_come() throws Exception {
        StagingStep step = step(new RunPath("data.csv"), CreationFlag.OVERWRITE, Compression.NONE);
        assertThat(bed.metered(step).expected()).isEqualTo(content().length());
    }

    @Test
    void leaves_nothing_when_it_is_damaged_or_gone() throws Exception {
        StagingStep step = step(new RunPath("data.csv"), CreationFlag.OVERWRITE, Compression.NONE);
        Files.writeString(upload, "other");
        assertThat(bed.problemOf(step).code()).isEqualTo(ProblemCode.FILE_CORRUPT);
        Files.delete(upload);
        assertThat(bed.problemOf(step).code()).isEqualTo(ProblemCode.UPLOAD_UNKNOWN);
        assertThat(left()).isEmpty();
    }
}

package dev.slipway.gateway.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.StageInContract;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.InlineData;
import dev.slipway.request.InlineData.Encoding;
import dev.slipway.request.RunPath;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.staging.StepLook;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests that inline data of a document become a file with exactly these bytes. */
class InlineStepTest extends StageInContract {

    @Override
    protected GatewayTestBed open() throws Exception {
        return GatewayTestBed.on(List.of(), List.of(), folder, GatewayLimits.STANDARD);
    }

    @Override
    protected int rows() {
        return 2_000;
    }

    @Override
    protected StagingStep step(RunPath file, CreationFlag creation, Compression compression) {
        return new InlineData(new StepHead.In("data", 1, file, creation, compression), Encoding.TEXT, content());
    }

    @Test
    void base64_stands_for_any_bytes() throws Exception {
        byte[] bytes = new byte[InlineData.MOST];
        new Random(4).nextBytes(bytes);

        bed.move(base64(bytes));

        assertThat(bed.runFolder.resolve("data.bin")).hasBinaryContent(bytes);
    }

    private static Optional<StepLook.Statement> looked(String file, String text) {
        InlineData step = new InlineData(new StepHead.In("data", 1, new RunPath(file)), Encoding.TEXT, text);
        StepLook look = new InlineStep(new StagedFiles(FileSettings.STANDARD))
                .look(step, GatewayTestBed.OWNER, new Cancellation());
        assertThat(look.size())
                .hasValueSatisfying(size -> assertThat(size.bytes()).isEqualTo(text.length()));
        return look.statement();
    }

    @Test
    void a_plan_knows_the_columns_of_plain_csv_and_of_nothing_else() {
        assertThat(looked("a.csv", "id,\"more, \"\"so\"\"\"\r\n1,2\r\n"))
                .contains(new StepLook.Statement(List.of(), List.of("id", "more, \"so\"")));
        assertThat(looked("a.json", "{}")).isEmpty();
        assertThat(looked("a.csv", "")).isEmpty();
        assertThat(looked("a.csv", "id,,name\n")).isEmpty();
        assertThat(looked("a.csv", "\"id\n")).isEmpty();
    }

    @Test
    void nobody_makes_one_that_is_larger_than_a_document_may_hold() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> base64(new byte[InlineData.MOST + 1]))
                .withMessage("more than 65536 bytes");
    }

    private static InlineData base64(byte[] bytes) {
        return new InlineData(
                new StepHead.In("data", 1, new RunPath("data.bin")),
                Encoding.BASE64,
                Base64.getEncoder().encodeToString(bytes));
    }
}

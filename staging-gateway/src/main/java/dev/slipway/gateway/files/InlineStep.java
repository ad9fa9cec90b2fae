package dev.slipway.gateway.files;

import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepKind;
import dev.slipway.request.InlineData;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** What stands in the document itself, as a file of the run folder. */
public final class InlineStep implements StepKind<InlineData> {
    private static final String EFFECT = "inline data";

    private final ByteLanding landing;

    public InlineStep(StagedFiles files) {
        landing = new ByteLanding(EFFECT, files);
    }

    @Override
    public List<KillPoint> killPoints() {
        return Landing.killPoints(EFFECT);
    }

    @Override
    public StepReport move(InlineData step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        try {
            return landing.land(step, context, cancellation, () -> new Text(step.bytes()));
        } catch (IOException e) {
            throw new IllegalStateException("memory cannot be read", e);
        }
    }

    private record Text(byte[] data) implements ByteSource {
        @Override
        public InputStream bytes() {
            return new ByteArrayInputStream(data);
        }

        @Override
        public void verify(String sha256) {
            // Memory is as it was.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}

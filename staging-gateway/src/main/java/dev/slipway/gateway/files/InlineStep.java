package dev.slipway.gateway.files;

import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepHandler;
import dev.slipway.request.InlineData;
import dev.slipway.request.RunPath;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepLook;
import dev.slipway.staging.StepReport;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/** Stages data that stand in the document itself as a file of the run folder. */
public final class InlineStep implements StepHandler<InlineData> {
    private static final String EFFECT = "inline data";

    private final ByteLanding landing;

    public InlineStep(StagedFiles files) {
        landing = new ByteLanding(EFFECT, files);
    }

    @Override
    public Class<InlineData> type() {
        return InlineData.class;
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

    @Override
    public StepLook look(InlineData step, String owner, Cancellation cancellation) {
        byte[] data = step.bytes();
        return new StepLook(
                List.of(),
                List.of(),
                Optional.of(new StepLook.Size(data.length, OptionalLong.empty(), true, "the data in the document")),
                OptionalLong.empty(),
                header(step.file(), data).map(columns -> new StepLook.Statement(List.of(), columns)));
    }

    /**
     * Returns the column names of a CSV file. Empty for other files, for a header with unnamed columns and for an
     * unreadable header.
     */
    private static Optional<List<String>> header(RunPath file, byte[] data) {
        if (!StagedTarget.isTable(file)) {
            return Optional.empty();
        }
        try (CsvReader reader = new CsvReader(new ByteArrayInputStream(data))) {
            return Optional.ofNullable(reader.next()).map(CsvRow::values).filter(columns -> columns.stream()
                    .allMatch(Objects::nonNull));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private record Text(byte[] data) implements ByteSource {
        @Override
        public InputStream bytes() {
            return new ByteArrayInputStream(data);
        }

        @Override
        public void verify(String sha256) {
            // Data in memory cannot have changed.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }
}

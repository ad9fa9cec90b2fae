package dev.slipway.gateway.sheet;

import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.files.CsvWriter;
import dev.slipway.gateway.files.FileProblems;
import dev.slipway.gateway.files.Landing;
import dev.slipway.gateway.files.RunFile;
import dev.slipway.gateway.files.StagedFiles;
import dev.slipway.gateway.files.StagedOutput;
import dev.slipway.gateway.files.StagedTarget;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepKind;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.SheetExtract;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Cells of a workbook of the run folder into a CSV file beside it. Memory does not grow with the sheet. */
public final class SheetStep implements StepKind<SheetExtract> {
    private static final String EFFECT = "sheet extract";

    private final StagedFiles files;

    public SheetStep(StagedFiles files) {
        this.files = files;
    }

    @Override
    public List<KillPoint> killPoints() {
        return Landing.killPoints(EFFECT);
    }

    @Override
    public StepReport move(SheetExtract step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        StagedTarget target =
                new StagedTarget(context.runFolder(), step.file(), step.creation(), step.compression(), true);
        Optional<StepReport> finished = files.finished(target, context.ledger());
        if (finished.isPresent()) {
            return finished.get();
        }
        // Before the run nobody but steps writes there: what is regular now is so when POI opens it by its path.
        try (RunFile regular = RunFile.open(context.runFolder(), step.workbook())) {
            regular.size();
        } catch (IOException e) {
            throw FileProblems.reading(step.workbook(), e);
        }
        try (Workbook workbook = Workbook.open(step.workbook().in(context.runFolder()))) {
            return write(step, context, target, workbook, cancellation);
        } catch (SheetFault e) {
            throw StepProblem.of(
                    ProblemCode.SHEET_INVALID, "workbook " + step.workbook() + ": " + e.getMessage(), e.detail());
        } catch (IOException e) {
            throw FileProblems.writing(step.file(), e);
        }
    }

    private StepReport write(
            SheetExtract step, StepContext context, StagedTarget target, Workbook workbook, Cancellation cancellation)
            throws SheetFault, IOException, InterruptedException {
        CellValues values = new CellValues(workbook.texts(), workbook.styles(), workbook.since1904());
        Landing landing = Landing.of(EFFECT, context);
        try (StagedOutput output = files.create(target, context)) {
            CsvWriter csv = new CsvWriter(output.data());
            long[] rows = {-1};
            SheetCells cells = new SheetCells(step.cells(), values, cancellation, row -> landing.moved()
                    .add(csv.row(row), ++rows[0] == 0 ? 0 : 1));
            cells.read(workbook.sheet(step.sheet()));
            if (cells.isEmpty()) {
                throw new SheetFault("the range " + step.range() + " is empty");
            }
            return output.commit(landing);
        }
    }
}

package dev.slipway.gateway.sheet;

import dev.slipway.effect.KillPoint;
import dev.slipway.gateway.files.FileProblems;
import dev.slipway.gateway.files.Landing;
import dev.slipway.gateway.files.RowLanding;
import dev.slipway.gateway.files.RunFile;
import dev.slipway.gateway.files.StagedFiles;
import dev.slipway.gateway.step.Cancellation;
import dev.slipway.gateway.step.StepHandler;
import dev.slipway.gateway.step.StepProblem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.RunPath;
import dev.slipway.request.SheetExtract;
import dev.slipway.staging.StepContext;
import dev.slipway.staging.StepReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes cells of a workbook in the run folder into a CSV file of the run folder. Memory does not grow with the sheet.
 */
public final class SheetStep implements StepHandler<SheetExtract> {
    private static final String EFFECT = "sheet extract";

    private final RowLanding landing;

    public SheetStep(StagedFiles files) {
        landing = new RowLanding(EFFECT, files);
    }

    @Override
    public Class<SheetExtract> type() {
        return SheetExtract.class;
    }

    @Override
    public List<KillPoint> killPoints() {
        return Landing.killPoints(EFFECT);
    }

    @Override
    public StepReport move(SheetExtract step, StepContext context, Cancellation cancellation)
            throws InterruptedException {
        try {
            return landing.<SheetFault>land(
                    step, context, cancellation, rows -> write(step, context.runFolder(), rows, cancellation));
        } catch (SheetFault e) {
            throw StepProblem.of(
                    ProblemCode.SHEET_INVALID, "workbook " + step.workbook() + ": " + e.getMessage(), e.detail());
        }
    }

    private static void write(SheetExtract step, Path runFolder, RowLanding.Rows rows, Cancellation cancellation)
            throws SheetFault, IOException, InterruptedException {
        requireRegular(step.workbook(), runFolder);
        try (Workbook workbook = Workbook.open(step.workbook().in(runFolder))) {
            CellValues values = new CellValues(workbook.texts(), workbook.styles(), workbook.since1904());
            new SheetCells(step.cells(), values, cancellation, rows).read(workbook.sheet(step.sheet()));
        }
        if (rows.isEmpty()) {
            throw new SheetFault("the range " + step.range() + " is empty");
        }
    }

    /**
     * Requires that the workbook is a regular file. Before the run only steps write in the folder, so the file is still
     * regular when POI opens the path.
     */
    private static void requireRegular(RunPath workbook, Path runFolder) {
        try (RunFile regular = RunFile.open(runFolder, workbook)) {
            regular.size();
        } catch (IOException e) {
            throw FileProblems.reading(workbook, e);
        }
    }
}

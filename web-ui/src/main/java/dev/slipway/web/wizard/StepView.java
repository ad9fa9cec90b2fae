package dev.slipway.web.wizard;

import dev.slipway.form.FormProblem;
import dev.slipway.form.JobForm;
import dev.slipway.form.StepForm;
import dev.slipway.request.StagingStep.Direction;
import java.util.ArrayList;
import java.util.List;

/**
 * Describes one staging step in the list of a page.
 *
 * @param number position among all steps of the form, from 0
 * @param kind id of the kind
 * @param place the database, host, site or folder; may be empty
 * @param sound whether the step is free of problems
 */
public record StepView(int number, String kind, String name, String place, String file, String group, boolean sound) {

    /** @param problems of the whole form */
    static List<StepView> of(JobForm form, Direction direction, List<FormProblem> problems) {
        List<StepView> views = new ArrayList<>();
        for (int i = 0; i < form.steps().size(); i++) {
            StepForm step = form.steps().get(i);
            if (step.kind().direction() == direction) {
                String at = "steps/" + i;
                boolean sound = problems.stream()
                        .noneMatch(problem ->
                                problem.field().equals(at) || problem.field().startsWith(at + "/"));
                views.add(view(i, step, sound));
            }
        }
        return views;
    }

    private static StepView view(int number, StepForm step, boolean sound) {
        String place = List.of("source", "host", "site", "folder").stream()
                .map(step::value)
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("");
        return new StepView(
                number,
                step.kind().id(),
                step.value("name"),
                place,
                step.value("file"),
                step.value("orderGroup"),
                sound);
    }
}

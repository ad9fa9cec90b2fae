package dev.slipway.web.wizard;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.draft.Draft;
import dev.slipway.form.ContractFields;
import dev.slipway.form.FormProblem;
import dev.slipway.form.JobForm;
import dev.slipway.form.StepForm;
import dev.slipway.form.StepKind;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.StagingStep.Direction;
import dev.slipway.upload.UploadReceipt;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.server.ResponseStatusException;

/** Serves the page of one staging step: the fields, the upload of a file, and the try on the spot. */
@Controller
@RequestMapping("/ui/drafts/{draft}/steps")
class StepController {
    private final OpenDrafts drafts;
    private final JobDesk jobs;
    private final FieldViews fields;
    private final StepPasswords passwords;
    private final StepTrials trials;
    private final Choices choices;

    StepController(
            OpenDrafts drafts,
            JobDesk jobs,
            FieldViews fields,
            StepPasswords passwords,
            StepTrials trials,
            Choices choices) {
        this.drafts = drafts;
        this.jobs = jobs;
        this.fields = fields;
        this.passwords = passwords;
        this.trials = trials;
        this.choices = choices;
    }

    @PostMapping
    String add(Caller caller, @PathVariable String draft, @RequestParam String kind, HttpServletRequest request) {
        Draft open = drafts.open(caller, draft);
        StepKind added = StepKind.named(kind).orElseThrow(() -> new ResponseStatusException(HttpStatus.BAD_REQUEST));
        List<StepForm> steps = new ArrayList<>(open.form().steps());
        steps.add(added.blank(1));
        WizardPage page = WizardPage.of(added.direction());
        return drafts.save(
                        caller,
                        open,
                        new PostedForm(request.getParameterMap()),
                        open.form().withSteps(steps))
                .map(kept -> "redirect:" + OpenDrafts.path(kept, "steps/" + (steps.size() - 1)))
                .orElse("redirect:" + OpenDrafts.path(open, page.id()));
    }

    @GetMapping("/{number}")
    String show(
            Caller caller,
            @PathVariable String draft,
            @PathVariable int number,
            @RequestParam Optional<String> checked,
            Model model) {
        Draft open = drafts.open(caller, draft);
        return shown(new Opened(caller, open, open.form(), number, false), checked.isPresent(), model);
    }

    /**
     * Saves the sent values and leads on: {@code go} is {@code done}, {@code check}, {@code try}, {@code remove} or the
     * id of a page.
     */
    @PostMapping("/{number}")
    String keep(
            Caller caller,
            @PathVariable String draft,
            @PathVariable int number,
            HttpServletRequest request,
            Model model) {
        Draft open = drafts.open(caller, draft);
        PostedForm posted = new PostedForm(request.getParameterMap());
        if (!isShown(open.form(), number, posted)) {
            // The typed values belong to a step that another window has moved or removed.
            throw new ProblemException(Problem.of(
                    ProblemCode.FORM_CHANGED, "the steps of the draft were changed after this page was opened"));
        }
        StepForm before = step(open.form(), number);
        String go = posted.text("go");
        StepForm after = passwords.sealed(caller, before, sent(before, number, posted), posted.text("password"));
        JobForm form = replaced(open.form(), number, go.equals("remove") ? Optional.empty() : Optional.of(after));
        Optional<Draft> kept = drafts.save(caller, open, posted, form);
        WizardPage list = WizardPage.of(before.kind().direction());
        if (kept.isEmpty()) {
            JobForm typed = replaced(open.form(), number, Optional.of(after));
            return shown(new Opened(caller, open, typed, number, true), true, model);
        } else if (go.equals("try")) {
            trials.of(caller, step(form.first(), number)).ifPresent(look -> model.addAttribute("look", look));
            return shown(new Opened(caller, kept.get(), form, number, false), true, model);
        }
        return "redirect:"
                + OpenDrafts.path(
                        kept.get(),
                        to(
                                list,
                                below("steps/" + number + "/", form.checked().problems())
                                        .isEmpty(),
                                go,
                                number));
    }

    private static String to(WizardPage list, boolean sound, String go, int number) {
        if (go.equals("remove") || go.equals("done") && sound) {
            return list.id();
        }
        return WizardPage.named(go).map(WizardPage::id).orElse("steps/" + number + "?checked");
    }

    /** Keeps an upload for the step. The file gets the name of the upload unless a name was typed. */
    @PostMapping("/{number}/upload")
    String upload(
            Caller caller,
            @PathVariable String draft,
            @PathVariable int number,
            @RequestParam("upload") Optional<MultipartFile> sent,
            HttpServletRequest request)
            throws IOException {
        Draft open = drafts.open(caller, draft);
        StepForm before = step(open.form(), number);
        Optional<MultipartFile> chosen = sent.filter(each -> !each.isEmpty());
        if (before.kind() != StepKind.UPLOAD_FETCH || chosen.isEmpty()) {
            return "redirect:" + OpenDrafts.path(open, "steps/" + number + "?checked");
        }
        MultipartFile file = chosen.get();
        String name = Optional.ofNullable(file.getOriginalFilename()).orElse("upload");
        UploadReceipt receipt = jobs.upload(caller, name, file.getBytes());
        StepForm after = before.with("sha256", receipt.sha256());
        after = after.value("file").isBlank() ? after.with("file", name.replaceAll(".*[/\\\\]", "")) : after;
        JobForm form = replaced(open.form(), number, Optional.of(named(after)));
        return drafts.save(caller, open, new PostedForm(request.getParameterMap()), form)
                .map(kept -> "redirect:" + OpenDrafts.path(kept, "steps/" + number + "?checked"))
                .orElse("redirect:" + OpenDrafts.path(open, "steps/" + number));
    }

    private static boolean isShown(JobForm form, int number, PostedForm posted) {
        return number >= 0
                && number < form.steps().size()
                && posted.value("kind")
                        .map(form.steps().get(number).kind().id()::equals)
                        .orElse(true)
                && posted.value("was")
                        .map(form.steps().get(number).value("name")::equals)
                        .orElse(true);
    }

    private static StepForm step(JobForm form, int number) {
        if (number < 0 || number >= form.steps().size()) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
        return form.steps().get(number);
    }

    private static StepForm sent(StepForm step, int number, PostedForm posted) {
        String place = "steps/" + number + "/";
        StepForm own = new StepForm(
                step.kind(), posted.over(step.values(), place, step.kind().fields()));
        return named(
                step.kind().direction() == Direction.IN
                        ? new StepForm(step.kind(), posted.over(own.values(), place, ContractFields.FIELDS))
                        : own);
    }

    /** Names a step after the file, unless the step has a name. */
    private static StepForm named(StepForm step) {
        return step.value("name").isBlank() ? step.with("name", step.value("file")) : step;
    }

    private static JobForm replaced(JobForm form, int number, Optional<StepForm> step) {
        List<StepForm> steps = new ArrayList<>(form.steps());
        step.ifPresentOrElse(each -> steps.set(number, each), () -> steps.remove(number));
        return form.withSteps(steps);
    }

    /** @param elsewhere whether the draft was changed in another window while the page of the step was open */
    private record Opened(Caller caller, Draft draft, JobForm form, int number, boolean elsewhere) {}

    private String shown(Opened opened, boolean checked, Model model) {
        StepForm step = step(opened.form(), opened.number());
        String place = "steps/" + opened.number() + "/";
        List<FormProblem> all = opened.form().checked().problems();
        List<FormProblem> problems = checked ? below(place, all) : List.of();
        FieldViews.Scope scope =
                new FieldViews.Scope(opened.caller(), step.kind().id(), place, step.values(), problems);
        WizardPage list = WizardPage.of(step.kind().direction());
        model.addAttribute("draft", DraftView.of(opened.draft(), opened.form(), all, list, opened.elsewhere()));
        model.addAttribute(
                "step",
                StepPage.of(
                        opened.number(),
                        step,
                        fields.of(scope, step.kind().fields()),
                        step.kind().direction() == Direction.IN ? fields.of(scope, ContractFields.FIELDS) : List.of()));
        choices.tellLargestFile(model);
        model.addAttribute("checked", checked && problems.isEmpty());
        model.addAttribute(
                "whole",
                problems.stream()
                        .filter(problem -> (problem.field() + "/").equals(place))
                        .toList());
        return "wizard/step";
    }

    /** Returns the problems of one step, and those that the step shares with others. */
    private static List<FormProblem> below(String place, List<FormProblem> all) {
        return all.stream()
                .filter(problem -> (problem.field() + "/").startsWith(place))
                .toList();
    }
}

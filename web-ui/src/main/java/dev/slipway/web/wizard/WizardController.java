package dev.slipway.web.wizard;

import dev.slipway.desk.Caller;
import dev.slipway.draft.Draft;
import dev.slipway.form.FormProblem;
import dev.slipway.form.JobForm;
import dev.slipway.form.StepKind;
import dev.slipway.problem.Problem;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

/**
 * Serves the wizard's pages of the job itself and of its lists of steps. Every form that is sent is saved, right or
 * wrong; then its faults are shown.
 */
@Controller
@RequestMapping("/ui/drafts/{draft}")
class WizardController {
    private final OpenDrafts drafts;
    private final FieldViews fields;
    private final LaunchCheck launches;
    private final Choices choices;

    WizardController(OpenDrafts drafts, FieldViews fields, LaunchCheck launches, Choices choices) {
        this.drafts = drafts;
        this.fields = fields;
        this.launches = launches;
        this.choices = choices;
    }

    @GetMapping
    String first(Caller caller, @PathVariable String draft) {
        return "redirect:" + OpenDrafts.path(drafts.open(caller, draft), WizardPage.IDENTITY.id());
    }

    @GetMapping("/{page}")
    String show(
            Caller caller,
            @PathVariable String draft,
            @PathVariable String page,
            @RequestParam Optional<String> checked,
            Model model) {
        Draft open = drafts.open(caller, draft);
        return shown(caller, new Shown(open, open.form(), page(page), checked.isPresent(), false), model);
    }

    /** Saves the sent values and leads on: {@code go} is {@code next}, {@code check} or the id of a page. */
    @PostMapping("/{page}")
    String keep(
            Caller caller,
            @PathVariable String draft,
            @PathVariable String page,
            HttpServletRequest request,
            Model model) {
        WizardPage at = page(page);
        Draft open = drafts.open(caller, draft);
        PostedForm posted = new PostedForm(request.getParameterMap());
        JobForm form = sent(open.form(), posted, at);
        Optional<Draft> kept = drafts.save(caller, open, posted, form);
        if (kept.isEmpty()) {
            return shown(caller, new Shown(open, form, at, true, true), model);
        }
        boolean sound = at.problems(form, form.checked().problems()).isEmpty()
                && launches.obstacles(caller, form, at).isEmpty();
        return "redirect:" + OpenDrafts.path(kept.get(), to(at, sound, posted.text("go")));
    }

    private static String to(WizardPage at, boolean sound, String go) {
        if (go.equals("next") && sound) {
            return at.next().id();
        }
        return WizardPage.named(go).map(WizardPage::id).orElse(at.id() + "?checked");
    }

    private static WizardPage page(String id) {
        return WizardPage.named(id)
                .filter(page -> page != WizardPage.REVIEW)
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    private static JobForm sent(JobForm form, PostedForm posted, WizardPage page) {
        JobForm changed =
                new JobForm(posted.over(form.values(), "", DraftGraph.typed(page, form)), form.steps(), form.results());
        return page == WizardPage.STAGE_OUT ? changed.withResults(results(form, posted)) : changed;
    }

    /** Returns the results that the page showed, and a new one. A row that was emptied is removed. */
    private static List<Map<String, String>> results(JobForm form, PostedForm posted) {
        List<Map<String, String>> results = new ArrayList<>();
        for (int i = 0; i <= form.results().size(); i++) {
            Map<String, String> before =
                    i < form.results().size() ? form.results().get(i) : Map.of();
            Map<String, String> after = posted.over(before, "results/" + i + "/", JobForm.RESULT_FIELDS);
            if (after.containsKey("name") || after.containsKey("file")) {
                results.add(after);
            }
        }
        return results;
    }

    /**
     * Says what a page shows.
     *
     * @param checked whether the page shows its problems
     * @param elsewhere whether the draft was changed in another window while this page was open
     */
    private record Shown(Draft draft, JobForm form, WizardPage page, boolean checked, boolean elsewhere) {}

    private String shown(Caller caller, Shown shown, Model model) {
        JobForm form = shown.form();
        WizardPage page = shown.page();
        boolean checked = shown.checked();
        List<FormProblem> all = form.checked().problems();
        List<FormProblem> problems = checked ? all : List.of();
        model.addAttribute("draft", DraftView.of(shown.draft(), form, all, page, shown.elsewhere()));
        model.addAttribute(
                "fields",
                fields.of(
                        new FieldViews.Scope(caller, "job", "", form.values(), problems),
                        DraftGraph.typed(page, form)));
        List<Problem> obstacles = checked ? launches.obstacles(caller, form, page) : List.of();
        model.addAttribute("obstacles", obstacles);
        model.addAttribute("pairs", checked && page == WizardPage.APPLICATION && hasPairs(form));
        model.addAttribute("checked", checked && page.problems(form, problems).isEmpty() && obstacles.isEmpty());
        model.addAttribute("whole", whole(page, problems));
        if (page == WizardPage.APPLICATION) {
            DraftGraph.of(form).ifPresent(graph -> model.addAttribute("graph", graph));
        }
        page.steps().ifPresent(direction -> {
            model.addAttribute("steps", StepView.of(form, direction, all));
            Map<Boolean, List<String>> kinds = Arrays.stream(StepKind.values())
                    .filter(kind -> kind.direction() == direction)
                    .collect(Collectors.partitioningBy(
                            kind -> choices.hasPlaces(caller, kind),
                            Collectors.mapping(StepKind::id, Collectors.toList())));
            model.addAttribute("kinds", kinds.get(true));
            model.addAttribute("placeless", kinds.get(false));
        });
        if (page == WizardPage.STAGE_OUT) {
            model.addAttribute("results", resultRows(caller, form, problems));
        }
        return "wizard/page";
    }

    /** Returns the problems that belong to no field of the page. */
    private static List<FormProblem> whole(WizardPage page, List<FormProblem> problems) {
        if (page == WizardPage.APPLICATION) {
            return DraftGraph.problems(problems);
        }
        return problems.stream()
                .filter(problem -> problem.field().isEmpty() && page.steps().isPresent())
                .toList();
    }

    /** Returns whether an option seems to stand on one line with its value, which few programs understand. */
    private static boolean hasPairs(JobForm form) {
        return form.value("arguments").lines().anyMatch(line -> line.matches("--?[A-Za-z][\\w-]*+ \\S.*"));
    }

    /** Returns the rows of all results, and an empty row for a new one. */
    private List<ResultRow> resultRows(Caller caller, JobForm form, List<FormProblem> problems) {
        List<Map<String, String>> all = new ArrayList<>(form.results());
        all.add(Map.of());
        List<ResultRow> rows = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            FieldViews.Scope scope = new FieldViews.Scope(caller, "result", "results/" + i + "/", all.get(i), problems);
            rows.add(ResultRow.of(fields.of(scope, JobForm.RESULT_FIELDS)));
        }
        return rows;
    }
}

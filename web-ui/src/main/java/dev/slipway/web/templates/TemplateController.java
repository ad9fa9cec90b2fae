package dev.slipway.web.templates;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.draft.DraftDesk;
import dev.slipway.form.JobForm;
import dev.slipway.job.JobToken;
import dev.slipway.template.Template;
import dev.slipway.template.TemplateDesk;
import dev.slipway.template.TemplateLine;
import dev.slipway.template.TemplateText;
import dev.slipway.web.Readable;
import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Set;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Serves the list of templates, and the pages on which authors make and change them. */
@Controller
@RequestMapping("/ui/templates")
class TemplateController {
    /** The buttons that save the sent values. All others only show the effect. */
    private static final Set<String> KEEPS = Set.of("save", "run");

    private final TemplateDesk templates;
    private final JobDesk jobs;
    private final DraftDesk drafts;

    TemplateController(TemplateDesk templates, JobDesk jobs, DraftDesk drafts) {
        this.templates = templates;
        this.jobs = jobs;
        this.drafts = drafts;
    }

    /** Describes one line of the list. */
    public record Row(
            String id,
            String name,
            String description,
            String owner,
            boolean shared,
            boolean changeable,
            int blanks,
            Readable.Moment changed) {}

    @GetMapping
    String list(Caller caller, @RequestParam(defaultValue = "") String done, Model model) {
        model.addAttribute(
                "templates",
                templates.list(caller).stream()
                        .map(template -> row(caller, template))
                        .toList());
        model.addAttribute("runs", caller.maySubmit());
        model.addAttribute("done", done);
        return "templates/list";
    }

    private static Row row(Caller caller, TemplateLine template) {
        return new Row(
                template.id(),
                template.name(),
                template.description(),
                template.owner(),
                template.shared(),
                caller.mayChange(template.owner()),
                template.blanks(),
                Readable.moment(template.changed()));
    }

    /** Makes a template from an old job or from a draft, and leads to the author's form. */
    @PostMapping(params = "from=job")
    String fromJob(Caller caller, @RequestParam(defaultValue = "") String token) {
        JobToken job = JobToken.parse(token).orElseThrow(JobDesk::unknown);
        return made(caller, JobForm.of(jobs.request(caller, job)));
    }

    @PostMapping(params = "from=draft")
    String fromDraft(Caller caller, @RequestParam(defaultValue = "") String id) {
        JobToken draft = JobToken.parse(id).orElseThrow(DraftDesk::unknown);
        return made(caller, drafts.open(caller, draft).form());
    }

    private String made(Caller caller, JobForm form) {
        String made = edit(templates.make(caller, TemplateText.of(form)).id());
        return "redirect:" + made + (TemplateText.hasLogins(form) ? "?done=logins" : "");
    }

    private static String edit(String id) {
        return "/ui/templates/" + id + "/edit";
    }

    @GetMapping("/{id}/edit")
    String edit(Caller caller, @PathVariable String id, @RequestParam(defaultValue = "") String done, Model model) {
        Template template = templates.openToChange(caller, id);
        model.addAttribute("done", done);
        model.addAttribute("unsaved", false);
        return edit(
                template.id(), template.version(), new TemplateEdit(template.text(), List.of(), -1), List.of(), model);
    }

    /**
     * Saves the sent values ({@code do} is {@code save}, or {@code run} to fill the template in next), or shows the
     * effect.
     */
    @PostMapping("/{id}/edit")
    String change(Caller caller, @PathVariable String id, HttpServletRequest request, Model model) {
        PostedTemplate posted = new PostedTemplate(request.getParameterMap());
        Template template = templates.openToChange(caller, id);
        int version = Numbers.whole(posted.text("version"), 0);
        TemplateEdit edit = TemplateEdit.of(template.text(), posted);
        String value = posted.text("value");
        String blank = posted.text("blank");
        model.addAttribute("unsaved", true);
        model.addAttribute("value", value);
        model.addAttribute("blank", blank);
        if (posted.text("do").equals("replace") && isValue(value) && TemplateText.isName(blank)) {
            return edit(id, version, edit.with(blank, value), List.of(), model);
        }
        if (posted.text("do").equals("replace")) {
            model.addAttribute("replaceWrong", true);
            return edit(id, version, edit, List.of(), model);
        }
        List<String> faults = edit.text().faults();
        if (!faults.isEmpty() || !edit.found().isEmpty() || !KEEPS.contains(posted.text("do"))) {
            return edit(id, version, edit, faults, model);
        }
        templates.change(caller, id, version, edit.text());
        return "redirect:"
                + (posted.text("do").equals("run") ? "/ui/templates/" + id + "/run" : edit(id) + "?done=saved");
    }

    /**
     * Returns whether the text can be a value of a blank: at least one character, and at most the length that a blank
     * takes.
     */
    private static boolean isValue(String value) {
        return !value.isEmpty() && value.length() <= 200;
    }

    private static String edit(String id, int version, TemplateEdit edit, List<String> faults, Model model) {
        model.addAttribute("edit", EditView.of(id, version, edit.text(), faults));
        model.addAttribute("found", edit.found());
        model.addAttribute("replaced", edit.replaced());
        return "templates/edit";
    }

    @PostMapping("/{id}/remove")
    String remove(Caller caller, @PathVariable String id) {
        templates.remove(caller, id);
        return "redirect:/ui/templates?done=removed";
    }
}

package dev.slipway.web.templates;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.form.Field;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.problem.ProblemOwner;
import dev.slipway.request.JobRequest;
import dev.slipway.schedule.NewSchedule;
import dev.slipway.schedule.ScheduleDesk;
import dev.slipway.schedule.Trigger;
import dev.slipway.template.Template;
import dev.slipway.template.TemplateDesk;
import dev.slipway.web.Readable;
import dev.slipway.web.UserZone;
import dev.slipway.web.wizard.Choices;
import jakarta.servlet.http.HttpServletRequest;
import java.security.SecureRandom;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;

/** Serves the page on which a user fills in a template's blanks and runs the template, now or by a schedule. */
@Controller
@RequestMapping("/ui/templates/{id}/run")
class RunController {
    private final TemplateDesk templates;
    private final ScheduleDesk schedules;
    private final JobDesk jobs;
    private final Choices choices;
    private final SecureRandom random = new SecureRandom();

    RunController(TemplateDesk templates, ScheduleDesk schedules, JobDesk jobs, Choices choices) {
        this.templates = templates;
        this.schedules = schedules;
        this.jobs = jobs;
        this.choices = choices;
    }

    /** Holds the values that were sent. */
    private record Filled(
            Template template, int version, Map<String, String> values, TriggerForm trigger, String once) {}

    @GetMapping
    String page(Caller caller, @PathVariable String id, Model model) {
        Template template = templates.openToRun(caller, id);
        TriggerForm usual = TriggerForm.usual(Readable.zone().getId());
        return shown(
                caller,
                new Filled(
                        template,
                        template.version(),
                        Map.of(),
                        usual,
                        JobToken.random(random).value()),
                Map.of(),
                model);
    }

    /**
     * Runs the template ({@code do} is {@code now}), makes a schedule for it ({@code timetable}, {@code watch}), or
     * shows the resulting job.
     */
    @PostMapping
    String run(Caller caller, @PathVariable String id, HttpServletRequest request, Model model) {
        Template template = templates.openToRun(caller, id);
        PostedTemplate posted = new PostedTemplate(request.getParameterMap());
        Filled filled = new Filled(
                template,
                Numbers.whole(posted.text("version"), 0),
                values(template, posted),
                TriggerForm.of(posted),
                posted.text("once"));
        Map<String, String> faults = template.text().faults(filled.values());
        // A changed template is reported before faults in the values of its blanks.
        if (!faults.isEmpty() && filled.version() == template.version()) {
            return shown(caller, filled, faults, model);
        }
        try {
            return done(caller, filled, posted.text("do"), model);
        } catch (ProblemException e) {
            if (!isTypedWrong(e.problem())) {
                throw e;
            }
            model.addAttribute("problem", e.problem());
            model.addAttribute("wish", posted.text("do"));
            return shown(caller, filled, Map.of(), model);
        }
    }

    /** Returns whether the user can mend the problem in the form. */
    private static boolean isTypedWrong(Problem problem) {
        return problem.code().owner() != ProblemOwner.SLIPWAY && problem.code() != ProblemCode.FORM_UNKNOWN;
    }

    private static Map<String, String> values(Template template, PostedTemplate posted) {
        Map<String, String> values = new LinkedHashMap<>();
        template.text().blanks().forEach(blank -> values.put(blank.name(), posted.text("value." + blank.name())));
        return values;
    }

    private String done(Caller caller, Filled filled, String asked, Model model) {
        String id = filled.template().id();
        return switch (asked) {
            case "now" ->
                "redirect:/ui/jobs/"
                        + templates.run(caller, id, filled.version(), filled.values(), today(), submissionId(filled));
            case "timetable" -> made(caller, filled, filled.trigger().timetable());
            case "watch" -> made(caller, filled, filled.trigger().watchedQuery());
            default -> {
                JobRequest request =
                        templates.filled(caller, id, filled.version(), filled.values(), today(), Optional.empty());
                model.addAttribute("summary", RunView.Summary.of(request, jobs.obstacles(caller, request)));
                yield shown(caller, filled, Map.of(), model);
            }
        };
    }

    /**
     * Makes the submission id. The version is a part of the id, so the same page sent again after a change of the
     * template is another job.
     */
    private static String submissionId(Filled filled) {
        String once = JobToken.parse(filled.once()).map(JobToken::value).orElse("page");
        return "template:" + filled.template().id() + ":" + once + ":"
                + Integer.toHexString(filled.values().hashCode()) + ":"
                + filled.version();
    }

    private String made(Caller caller, Filled filled, Trigger trigger) {
        NewSchedule asked = new NewSchedule(
                filled.template().id(),
                filled.version(),
                filled.values(),
                trigger,
                filled.trigger().alone());
        return "redirect:/ui/schedules/" + schedules.make(caller, asked).id() + "?done=made";
    }

    private LocalDate today() {
        return templates.today(Readable.zone());
    }

    private String shown(Caller caller, Filled filled, Map<String, String> faults, Model model) {
        Template template = filled.template();
        model.addAttribute(
                "run",
                new RunView(
                        template.id(),
                        template.version(),
                        template.text().name(),
                        template.text().description(),
                        caller.mayChange(template.owner()),
                        RunView.rows(template, filled.values(), faults),
                        filled.trigger(),
                        filled.once()));
        model.addAttribute("faults", faults);
        model.addAttribute("zones", UserZone.offered());
        model.addAttribute("sources", choices.places(caller, Field.Input.SOURCE).orElse(List.of()));
        return "templates/run";
    }
}

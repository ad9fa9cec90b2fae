package dev.slipway.web.runs;

import dev.slipway.desk.Caller;
import dev.slipway.schedule.Schedule;
import dev.slipway.schedule.ScheduleDesk;
import dev.slipway.template.Template;
import dev.slipway.template.TemplateDesk;
import dev.slipway.web.Attachment;
import dev.slipway.web.charts.ResultCharts;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;

/** Shows the figures of the runs of a template or a schedule, and hands them out as CSV. */
@Controller
class RunFiguresController {
    private static final MediaType CSV = new MediaType("text", "csv", StandardCharsets.UTF_8);

    private final RunFigures figures;
    private final TemplateDesk templates;
    private final ScheduleDesk schedules;

    RunFiguresController(RunFigures figures, TemplateDesk templates, ScheduleDesk schedules) {
        this.figures = figures;
        this.templates = templates;
        this.schedules = schedules;
    }

    @GetMapping("/ui/templates/{id}/figures")
    String ofTemplate(Caller caller, @PathVariable String id) {
        Template template = templates.open(caller, id);
        return "redirect:/ui/figures?"
                + query("template", Template.title(template.text().name(), template.owner()));
    }

    private static String query(String name, String value) {
        return name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    /** @param template the name of the template with its owner, as its jobs tell it */
    @GetMapping(path = "/ui/figures", params = "template")
    String template(Caller caller, @RequestParam String template, Model model) {
        return show(template, query("template", template), figures.ofTemplate(caller, template), model);
    }

    @GetMapping(path = "/ui/figures", params = "schedule")
    String schedule(Caller caller, @RequestParam String schedule, Model model) {
        Schedule opened = schedules.open(caller, schedule);
        return show(opened.name(), query("schedule", schedule), figures.ofSchedule(caller, opened), model);
    }

    private static String show(String name, String query, RunFigures.Runs runs, Model model) {
        model.addAttribute("name", name);
        model.addAttribute("query", query);
        model.addAttribute("figures", RunFiguresView.of(runs));
        return "runs/figures";
    }

    @GetMapping(path = "/ui/figures/csv", params = "template")
    ResponseEntity<byte[]> templateCsv(Caller caller, @RequestParam String template) {
        return csv(figures.ofTemplate(caller, template));
    }

    @GetMapping(path = "/ui/figures/csv", params = "schedule")
    ResponseEntity<byte[]> scheduleCsv(Caller caller, @RequestParam String schedule) {
        return csv(figures.ofSchedule(caller, schedules.open(caller, schedule)));
    }

    /** Answers with a whole file or none: a reader of a file could not see that figures are missing. */
    private static ResponseEntity<byte[]> csv(RunFigures.Runs runs) {
        if (runs.busy()) {
            return ResultCharts.later();
        }
        return ResponseEntity.ok()
                .contentType(CSV)
                .header(HttpHeaders.CONTENT_DISPOSITION, Attachment.named("figures.csv"))
                .body(RunFiguresCsv.write(runs.runs()).getBytes(StandardCharsets.UTF_8));
    }
}

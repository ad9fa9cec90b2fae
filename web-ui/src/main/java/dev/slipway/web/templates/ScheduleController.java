package dev.slipway.web.templates;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.schedule.Schedule;
import dev.slipway.schedule.ScheduleDesk;
import dev.slipway.schedule.ScheduleDesk.Change;
import dev.slipway.schedule.ScheduleDesk.Line;
import dev.slipway.web.templates.ScheduleView.Fired;
import dev.slipway.web.templates.ScheduleView.Job;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Serves the schedules, each with its firings. */
@Controller
@RequestMapping("/ui/schedules")
class ScheduleController {
    private final ScheduleDesk schedules;
    private final JobDesk jobs;

    ScheduleController(ScheduleDesk schedules, JobDesk jobs) {
        this.schedules = schedules;
        this.jobs = jobs;
    }

    @GetMapping
    String list(Caller caller, @RequestParam(defaultValue = "") String done, Model model) {
        model.addAttribute(
                "schedules",
                schedules.list(caller).stream().map(line -> view(caller, line)).toList());
        model.addAttribute("done", done);
        return "templates/schedules";
    }

    private static ScheduleView view(Caller caller, Line line) {
        Schedule schedule = line.schedule();
        Optional<Job> job = schedule.progress().lastJob().flatMap(token -> line.lastJob()
                .map(state -> new Job(token.value(), state)));
        return ScheduleView.of(schedule, line.newest(), job, caller.mayChange(schedule.owner()));
    }

    @GetMapping("/{id}")
    String page(Caller caller, @PathVariable String id, @RequestParam(defaultValue = "") String done, Model model) {
        Schedule schedule = schedules.open(caller, id);
        List<Fired> firings =
                schedules.firings(schedule).stream().map(ScheduleView::fired).toList();
        Line line = new Line(schedule, Optional.empty(), schedules.lastJob(schedule));
        model.addAttribute("schedule", view(caller, line));
        schedules.change(caller, schedule).ifPresent(change -> changed(caller, change, model));
        model.addAttribute("mine", schedule.owner().equals(caller.user()));
        model.addAttribute("firings", firings);
        model.addAttribute("done", done);
        return "templates/schedule";
    }

    private void changed(Caller caller, Change change, Model model) {
        model.addAttribute("version", change.version());
        model.addAttribute("problem", change.problem().orElse(null));
        change.job()
                .ifPresent(job -> model.addAttribute("summary", RunView.Summary.of(job, jobs.obstacles(caller, job))));
    }

    /** Lets the schedule run the version of the template that the page showed. */
    @PostMapping("/{id}/accept")
    String accept(Caller caller, @PathVariable String id, @RequestParam(defaultValue = "0") int version) {
        schedules.accept(caller, id, version);
        return "redirect:/ui/schedules/" + id + "?done=resumed";
    }

    @PostMapping("/{id}/pause")
    String pause(Caller caller, @PathVariable String id) {
        schedules.pause(caller, id);
        return "redirect:/ui/schedules/" + id + "?done=paused";
    }

    @PostMapping("/{id}/resume")
    String resume(Caller caller, @PathVariable String id) {
        schedules.resume(caller, id);
        return "redirect:/ui/schedules/" + id + "?done=resumed";
    }

    /** Runs the template of the schedule once, beside its times. */
    @PostMapping("/{id}/run")
    String run(Caller caller, @PathVariable String id) {
        return "redirect:/ui/jobs/" + schedules.run(caller, id);
    }

    @PostMapping("/{id}/remove")
    String remove(Caller caller, @PathVariable String id) {
        schedules.remove(caller, id);
        return "redirect:/ui/schedules?done=removed";
    }
}

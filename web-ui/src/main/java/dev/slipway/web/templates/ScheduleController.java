package dev.slipway.web.templates;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.JobStatus;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemException;
import dev.slipway.schedule.Firing;
import dev.slipway.schedule.Schedule;
import dev.slipway.schedule.ScheduleDesk;
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

/** The schedules, and each with what became of its times. */
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
                schedules.list(caller).stream()
                        .map(line -> view(caller, line.schedule(), line.newest()))
                        .toList());
        model.addAttribute("done", done);
        return "templates/schedules";
    }

    private ScheduleView view(Caller caller, Schedule schedule, Optional<Firing> newest) {
        return ScheduleView.of(
                schedule,
                newest,
                schedule.lastJob().flatMap(job -> job(caller, job)),
                caller.mayChange(schedule.owner()));
    }

    /** Empty for one whose record is damaged: its own page says so. */
    private Optional<Job> job(Caller caller, JobToken token) {
        try {
            JobStatus status = jobs.status(caller, token);
            String state =
                    status.outcome().map(JobOutcome::word).orElse(status.state().name());
            return Optional.of(new Job(token.value(), state));
        } catch (ProblemException e) {
            return Optional.empty();
        }
    }

    @GetMapping("/{id}")
    String page(Caller caller, @PathVariable String id, @RequestParam(defaultValue = "") String done, Model model) {
        Schedule schedule = schedules.open(caller, id);
        List<Fired> firings =
                schedules.firings(caller, id).stream().map(ScheduleView::fired).toList();
        model.addAttribute("schedule", view(caller, schedule, Optional.empty()));
        model.addAttribute("firings", firings);
        model.addAttribute("done", done);
        return "templates/schedule";
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

    @PostMapping("/{id}/remove")
    String remove(Caller caller, @PathVariable String id) {
        schedules.remove(caller, id);
        return "redirect:/ui/schedules?done=removed";
    }
}

package dev.slipway.web.jobs;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.job.JobToken;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;

/** One job, as a page and as the parts of it that a script refreshes. */
@Controller
@RequestMapping("/ui/jobs/{token}")
class JobController {
    private final JobDesk desk;
    private final JobPages pages;

    JobController(JobDesk desk, JobPages pages) {
        this.desk = desk;
        this.pages = pages;
    }

    @GetMapping
    String page(Caller caller, JobToken token, Model model) {
        model.addAttribute("job", pages.of(caller, token));
        return "job";
    }

    @GetMapping("/live")
    String live(Caller caller, JobToken token, Model model) {
        model.addAttribute("job", pages.of(caller, token));
        return "job-live";
    }

    @GetMapping("/history")
    String history(Caller caller, JobToken token, Model model) {
        model.addAttribute("history", pages.history(caller, token));
        return "history";
    }

    @PostMapping("/hold")
    String hold(Caller caller, JobToken token) {
        desk.hold(caller, token);
        return "redirect:/ui/jobs/" + token;
    }

    @PostMapping("/release")
    String release(Caller caller, JobToken token) {
        desk.release(caller, token);
        return "redirect:/ui/jobs/" + token;
    }

    /** Leads to the new job. */
    @PostMapping("/retry")
    String retry(Caller caller, JobToken token) {
        return "redirect:/ui/jobs/" + desk.retry(caller, token);
    }

    @PostMapping("/cancel")
    String cancel(Caller caller, JobToken token) {
        desk.cancel(caller, token);
        return "redirect:/ui/jobs/" + token;
    }
}

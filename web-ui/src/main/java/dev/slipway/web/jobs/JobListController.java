package dev.slipway.web.jobs;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import java.time.Clock;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** The list of jobs, as a page and as the part of it that a script refreshes. */
@Controller
@RequestMapping("/ui/jobs")
class JobListController {
    private static final int PAGE_SIZE = 25;

    private final JobDesk desk;
    private final Clock clock;

    JobListController(JobDesk desk, Clock clock) {
        this.desk = desk;
        this.clock = clock;
    }

    @GetMapping
    String page(Caller caller, @RequestParam(defaultValue = "1") int page, Model model) {
        model.addAttribute("list", list(caller, page));
        return "jobs";
    }

    @GetMapping("/rows")
    String rows(Caller caller, @RequestParam(defaultValue = "1") int page, Model model) {
        model.addAttribute("list", list(caller, page));
        return "jobs-live";
    }

    private JobListView list(Caller caller, int wanted) {
        long count = desk.count(caller);
        int pages = (int) Math.max(1, (count + PAGE_SIZE - 1) / PAGE_SIZE);
        int page = Math.min(Math.max(wanted, 1), pages);
        return JobListView.of(
                desk.list(caller, (page - 1) * PAGE_SIZE, PAGE_SIZE), page, pages, count, clock.instant());
    }
}

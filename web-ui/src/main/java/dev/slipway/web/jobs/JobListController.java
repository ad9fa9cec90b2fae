package dev.slipway.web.jobs;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.JobSummary;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobTally;
import dev.slipway.web.Readable;
import dev.slipway.web.live.LivePages;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/**
 * Serves the list of jobs: its page, the part that a script refreshes, and the page events that tell when to refresh.
 */
@Controller
@RequestMapping("/ui/jobs")
class JobListController {
    /** The statuses that most users look for, each shown with a count. The empty status stands for all jobs. */
    private static final List<String> TABS =
            List.of("", ListQuery.OPEN, JobOutcome.DONE, JobOutcome.FAILED, JobOutcome.CANCELLED);

    private final JobDesk desk;
    private final Clock clock;
    private final LivePages livePages;

    JobListController(JobDesk desk, Clock clock, LivePages livePages) {
        this.desk = desk;
        this.clock = clock;
        this.livePages = livePages;
    }

    /**
     * Leads to the jobs of one status.
     *
     * @param query of the address; more can be appended
     */
    public record Tab(String status, String query, String count, boolean current) {}

    @GetMapping
    String page(
            Caller caller,
            @ModelAttribute("filter") ListQuery filter,
            @RequestParam(defaultValue = "1") int page,
            Model model) {
        show(caller, filter, page, model);
        return "jobs/list";
    }

    @GetMapping("/rows")
    String rows(
            Caller caller,
            @ModelAttribute("filter") ListQuery filter,
            @RequestParam(defaultValue = "1") int page,
            Model model) {
        show(caller, filter, page, model);
        return "jobs/list-live";
    }

    @GetMapping("/events")
    void events(
            Caller caller,
            @ModelAttribute("filter") ListQuery filter,
            @RequestParam(defaultValue = "1") int page,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        JobFilter jobs = filter.filter(Readable.zone());
        int shown = Math.max(1, page);
        livePages.openList(caller, request, response, () -> jobs(caller, jobs, shown));
    }

    private void show(Caller caller, ListQuery filter, int wanted, Model model) {
        boolean understood = filter.wrong().isEmpty();
        List<JobTally> tally = understood ? desk.tally(caller, filter.with("").filter(Readable.zone())) : List.of();
        long count = count(filter, tally);
        int page = JobListView.page(wanted, count);
        List<JobSummary> rows = understood ? jobs(caller, filter.filter(Readable.zone()), page) : List.of();
        model.addAttribute("list", JobListView.of(rows, filter.query(), page, count, clock.instant()));
        model.addAttribute("everybody", caller.maySee(""));
        model.addAttribute("statuses", ListQuery.STATUSES);
        model.addAttribute(
                "tabs", TABS.stream().map(status -> tab(filter, status, tally)).toList());
    }

    private static Tab tab(ListQuery filter, String status, List<JobTally> tally) {
        ListQuery there = filter.with(status);
        return new Tab(
                status,
                there.query(),
                Readable.count(count(there, tally)),
                filter.status().equals(status));
    }

    private static long count(ListQuery filter, List<JobTally> tally) {
        return tally.stream().filter(filter::means).mapToLong(JobTally::jobs).sum();
    }

    private List<JobSummary> jobs(Caller caller, JobFilter filter, int page) {
        return desk.list(caller, filter, (page - 1) * JobListView.SIZE, JobListView.SIZE);
    }
}

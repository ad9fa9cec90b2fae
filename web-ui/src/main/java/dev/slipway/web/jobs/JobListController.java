package dev.slipway.web.jobs;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.JobLine;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobOrder;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobTally;
import dev.slipway.listing.ListColumn;
import dev.slipway.listing.ListingDesk;
import dev.slipway.web.Readable;
import dev.slipway.web.live.LivePages;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
    private final ListingDesk listings;

    JobListController(JobDesk desk, ListingDesk listings, Clock clock, LivePages livePages) {
        this.desk = desk;
        this.listings = listings;
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
        model.addAttribute("once", UUID.randomUUID());
        model.addAttribute("orders", ListSort.words());
        model.addAttribute("saved", listings.filters(caller));
        model.addAttribute("offered", ListColumn.values());
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
        // The user's zone is known on the thread of the request only.
        JobFilter jobs = filter.filter(Readable.zone());
        Supplier<List<JobLine>> lines = () -> lines(caller, jobs, filter.order(), Math.max(1, page));
        // Progress changes all the time, so it causes an update only for users who show that column.
        boolean progress = listings.columns(caller).contains(ListColumn.PROGRESS);
        livePages.openList(
                caller,
                request,
                response,
                () -> progress
                        ? lines.get()
                        : lines.get().stream().map(JobLine::job).toList());
    }

    /** Shows all jobs that match, ticked, so that something can be done with all of them after a look. */
    @GetMapping("/matching")
    String matching(Caller caller, @ModelAttribute("filter") ListQuery filter, Model model) {
        JobFilter jobs = filter.filter(Readable.zone());
        boolean understood = filter.wrong().isEmpty();
        List<JobLine> lines = understood ? desk.lines(caller, jobs, filter.order(), 0, ChosenJobs.MOST) : List.of();
        long count = lines.size() < ChosenJobs.MOST ? lines.size() : desk.count(caller, jobs);
        rows(caller, filter, lines, 1, lines.size(), model);
        model.addAttribute("left", Math.max(0, count - lines.size()));
        model.addAttribute("once", UUID.randomUUID());
        return "jobs/matching";
    }

    private void show(Caller caller, ListQuery filter, int wanted, Model model) {
        boolean understood = filter.wrong().isEmpty();
        List<JobTally> tally = understood ? desk.tally(caller, filter.with("").filter(Readable.zone())) : List.of();
        long all = count(filter, tally);
        long count = filter.order().by() == JobOrder.By.PROGRESS ? Math.min(all, JobDesk.MOST_BY_PROGRESS) : all;
        int page = JobListView.page(wanted, count);
        List<JobLine> lines =
                understood ? lines(caller, filter.filter(Readable.zone()), filter.order(), page) : List.of();
        rows(caller, filter, lines, page, count, model);
        model.addAttribute("unordered", all - count);
        model.addAttribute("everybody", caller.maySee(""));
        model.addAttribute("statuses", ListQuery.STATUSES);
        model.addAttribute(
                "tabs", TABS.stream().map(status -> tab(filter, status, tally)).toList());
    }

    /** Adds a page of the list with the rows and the heads of its table. */
    private void rows(Caller caller, ListQuery filter, List<JobLine> lines, int page, long count, Model model) {
        Instant now = clock.instant();
        model.addAttribute(
                "list", JobListView.of(lines.stream().map(JobLine::job).toList(), filter.query(), page, count, now));
        model.addAttribute(
                "facts",
                lines.stream()
                        .collect(
                                Collectors.toMap(line -> line.job().token().value(), line -> ListFacts.of(line, now))));
        model.addAttribute("heads", ListHead.all(filter));
        model.addAttribute(
                "columns", listings.columns(caller).stream().map(Enum::name).collect(Collectors.toSet()));
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

    private List<JobLine> lines(Caller caller, JobFilter filter, JobOrder order, int page) {
        return desk.lines(caller, filter, order, (page - 1) * JobListView.SIZE, JobListView.SIZE);
    }
}

package dev.slipway.web.jobs;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.status.GroupStatus;
import dev.slipway.desk.status.JobStatus;
import dev.slipway.desk.status.TokenStatus;
import dev.slipway.job.JobToken;
import dev.slipway.web.live.LivePages;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Serves one job: its page, the parts that a script refreshes, and the page events that tell when to refresh. */
@Controller
@RequestMapping("/ui/jobs/{token}")
class JobController {
    private static final Pattern ONCE = Pattern.compile("[0-9a-f-]{36}");

    private final JobDesk desk;
    private final JobPages pages;
    private final GroupPages groups;
    private final LivePages livePages;

    JobController(JobDesk desk, JobPages pages, GroupPages groups, LivePages livePages) {
        this.desk = desk;
        this.pages = pages;
        this.groups = groups;
        this.livePages = livePages;
    }

    @GetMapping
    String page(Caller caller, JobToken token, @RequestParam(defaultValue = "1") int page, Model model) {
        return shown(caller, token, page, model);
    }

    @GetMapping("/live")
    String live(Caller caller, JobToken token, @RequestParam(defaultValue = "1") int page, Model model) {
        return shown(caller, token, page, model) + "-live";
    }

    @GetMapping("/events")
    void events(
            Caller caller,
            JobToken token,
            @RequestParam(defaultValue = "1") int page,
            HttpServletRequest request,
            HttpServletResponse response)
            throws IOException {
        livePages.open(caller, request, response, () -> {
            TokenStatus status = desk.standing(caller, token);
            return status instanceof GroupStatus group
                    ? groups.shown(caller, group, page)
                    : pages.shown(caller, (JobStatus) status);
        });
    }

    /** Shows the page of the job or group that the token names. */
    private String shown(Caller caller, JobToken token, int page, Model model) {
        TokenStatus status = desk.standing(caller, token);
        model.addAttribute("once", UUID.randomUUID());
        if (status instanceof GroupStatus group) {
            model.addAttribute("group", groups.of(caller, group, page));
            return "groups/group";
        }
        model.addAttribute("job", pages.of(caller, (JobStatus) status));
        return "jobs/job";
    }

    @GetMapping("/history")
    String history(Caller caller, JobToken token, Model model) {
        model.addAttribute("history", pages.history(caller, token));
        return "jobs/history";
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

    /**
     * Retries the job and leads to the new one. Pressing the button of one page twice leads to one new job.
     *
     * @param once the page's own id
     */
    @PostMapping("/retry")
    String retry(Caller caller, JobToken token, @RequestParam(defaultValue = "") String once) {
        return "redirect:/ui/jobs/" + desk.retry(caller, token, once(once).map(id -> "page:" + id));
    }

    /** Returns the id that a page has sent; empty if it is not one of a page. */
    static Optional<String> once(String id) {
        return Optional.of(id).filter(text -> ONCE.matcher(text).matches());
    }

    @PostMapping("/cancel")
    String cancel(Caller caller, JobToken token) {
        desk.cancel(caller, token);
        return "redirect:/ui/jobs/" + token;
    }
}

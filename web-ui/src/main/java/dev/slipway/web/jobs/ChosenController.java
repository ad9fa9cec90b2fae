package dev.slipway.web.jobs;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.job.JobToken;
import dev.slipway.web.Attachment;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Acts on the jobs that a user has chosen in the list, and reports on each of them. */
@Controller
@RequestMapping("/ui/jobs/chosen")
class ChosenController {
    private final JobDesk desk;
    private final ChosenJobs chosen;
    private final ZipTurns turns;

    ChosenController(JobDesk desk, ChosenJobs chosen, ZipTurns turns) {
        this.desk = desk;
        this.chosen = chosen;
        this.turns = turns;
    }

    /** @param filter the list in which the jobs were chosen, to which the report leads back */
    @PostMapping
    String act(
            Caller caller,
            @ModelAttribute("filter") ListQuery filter,
            @RequestParam(name = "job", defaultValue = "") List<String> jobs,
            @RequestParam ChosenAct act,
            @RequestParam(defaultValue = "") String once,
            Model model) {
        return report(filter, chosen.act(caller, jobs, act, JobController.once(once)), model);
    }

    /** Answers with a zip, or with the report if no chosen job has results. */
    @PostMapping(params = "act=DOWNLOAD")
    String download(
            Caller caller,
            @ModelAttribute("filter") ListQuery filter,
            @RequestParam(name = "job", defaultValue = "") List<String> jobs,
            Model model,
            HttpServletResponse response)
            throws IOException {
        ResultsZip zip = ResultsZip.of(caller, jobs, desk, chosen);
        if (zip.isEmpty()) {
            return report(filter, zip.view(), model);
        }
        ZipTurns.Turn turn = turns.take(caller.user());
        try {
            response.setContentType("application/zip");
            response.setHeader(HttpHeaders.CONTENT_DISPOSITION, Attachment.named("results.zip"));
            zip.write(response.getOutputStream());
        } finally {
            turn.close();
        }
        return null;
    }

    @PostMapping(params = "act=COMPARE")
    String compare(@RequestParam(name = "job", defaultValue = "") List<String> jobs) {
        return "redirect:/ui/compare?"
                + jobs.stream()
                        .filter(job -> JobToken.parse(job).isPresent())
                        .map(job -> "job=" + job)
                        .collect(Collectors.joining("&"));
    }

    private static String report(ListQuery filter, ChosenView view, Model model) {
        model.addAttribute("chosen", view);
        model.addAttribute("back", filter.query());
        return "jobs/chosen";
    }
}

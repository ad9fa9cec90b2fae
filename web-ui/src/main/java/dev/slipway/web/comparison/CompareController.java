package dev.slipway.web.comparison;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.job.JobToken;
import java.util.List;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Shows two runs beside each other. */
@Controller
@RequestMapping("/ui/compare")
class CompareController {
    private final ComparePages pages;

    CompareController(ComparePages pages) {
        this.pages = pages;
    }

    @GetMapping(params = {"a", "b"})
    String page(Caller caller, @RequestParam String a, @RequestParam String b, Model model) {
        model.addAttribute("pair", pages.of(caller, token(a), token(b)));
        return "comparison/pair";
    }

    /** Reads a token. A text that is no token is answered as an unknown job. */
    private static JobToken token(String text) {
        return JobToken.parse(text.strip()).orElseThrow(JobDesk::unknown);
    }

    /** Leads to the comparison if exactly two jobs are named, and otherwise to a form that asks for two. */
    @GetMapping
    String choice(@RequestParam(name = "job", defaultValue = "") List<String> jobs, Model model) {
        if (jobs.size() == 2
                && jobs.stream().allMatch(job -> JobToken.parse(job).isPresent())) {
            return "redirect:/ui/compare?a=" + jobs.get(0) + "&b=" + jobs.get(1);
        }
        model.addAttribute("chosen", jobs.size());
        model.addAttribute("first", jobs.isEmpty() ? "" : jobs.get(0));
        return "comparison/choice";
    }
}

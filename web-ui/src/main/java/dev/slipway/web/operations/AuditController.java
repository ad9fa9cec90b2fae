package dev.slipway.web.operations;

import dev.slipway.audit.AuditDesk;
import dev.slipway.audit.Search;
import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ProblemException;
import dev.slipway.web.Readable;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Searches and verifies the ledger of operations. */
@Controller
@RequestMapping("/ui/operations/audit")
class AuditController {
    private static final int PAGE_SIZE = 50;

    private final AuditDesk desk;

    AuditController(AuditDesk desk) {
        this.desk = desk;
    }

    @GetMapping
    String page(Caller caller, SearchForm typed, @RequestParam(defaultValue = "1") int page, Model model) {
        model.addAttribute("audit", found(caller, typed, page));
        return "operations/audit";
    }

    private AuditView found(Caller caller, SearchForm typed, int wanted) {
        Search search;
        try {
            search = typed.search();
        } catch (ProblemException e) {
            // The form shows the typed search again, beside the problem.
            desk.count(caller, Search.ALL);
            return view(typed, e.getMessage(), List.of(), 0, 1);
        }
        long count = desk.count(caller, search);
        int page = Math.min(Math.max(wanted, 1), pages(count));
        List<AuditView.Row> rows = desk.operations(caller, search, (page - 1) * PAGE_SIZE, PAGE_SIZE).stream()
                .map(AuditView.Row::of)
                .toList();
        return view(typed, "", rows, count, page);
    }

    private static AuditView view(SearchForm typed, String problem, List<AuditView.Row> rows, long count, int page) {
        return new AuditView(
                typed,
                Readable.zone().getId(),
                AuditDesk.kinds(),
                problem,
                rows,
                Readable.count(count),
                page,
                pages(count),
                "/ui/operations/audit" + typed.query());
    }

    private static int pages(long count) {
        return (int) Math.max(1, (count + PAGE_SIZE - 1) / PAGE_SIZE);
    }

    /** @param token of a job or group; empty to verify everything */
    @PostMapping("/verify")
    String verify(Caller caller, @RequestParam(defaultValue = "") String token, RedirectAttributes told) {
        Optional<JobToken> of = token.isBlank() ? Optional.empty() : Optional.of(named(token));
        told.addFlashAttribute("verdict", AuditView.Verdict.of(token.strip(), desk.verify(caller, of)));
        return "redirect:/ui/operations/audit";
    }

    private static JobToken named(String token) {
        return JobToken.parse(token.strip()).orElseThrow(JobDesk::unknown);
    }
}

package dev.slipway.web.wizard;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.Submission;
import dev.slipway.draft.Draft;
import dev.slipway.draft.DraftDesk;
import dev.slipway.form.CheckedForm;
import dev.slipway.form.FormProblem;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.web.Attachment;
import java.util.List;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** Serves the last page: the document, the plan of the job, and the button that submits. */
@Controller
@RequestMapping("/ui/drafts/{draft}")
class ReviewController {
    private final OpenDrafts drafts;
    private final DraftDesk desk;
    private final JobDesk jobs;
    private final Reviews reviews;

    ReviewController(OpenDrafts drafts, DraftDesk desk, JobDesk jobs, Reviews reviews) {
        this.drafts = drafts;
        this.desk = desk;
        this.jobs = jobs;
        this.reviews = reviews;
    }

    @GetMapping("/review")
    String show(Caller caller, @PathVariable String draft, Model model) {
        Draft open = drafts.open(caller, draft);
        model.addAttribute("draft", DraftView.of(open, open.form(), WizardPage.REVIEW, false));
        model.addAttribute("review", reviews.of(caller, open.form()));
        model.addAttribute("launch", LaunchView.of(open.form()));
        model.addAttribute("results", LaunchView.results(open.form()));
        DraftGraph.of(open.form()).ifPresent(graph -> model.addAttribute("graph", graph));
        return "wizard/review";
    }

    /** Sends the document as a file. */
    @GetMapping("/document")
    ResponseEntity<byte[]> document(Caller caller, @PathVariable String draft) {
        Draft open = drafts.open(caller, draft);
        JobRequest request = request(open);
        String name = request.name().replaceAll("[^\\p{L}\\p{N}._-]+", "-") + ".xml";
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_XML)
                .header(HttpHeaders.CONTENT_DISPOSITION, Attachment.named(name))
                .body(reviews.document(request));
    }

    /**
     * Submits the version that the reader saw. A draft that was changed since is refused, and pressing the button again
     * leads to the same job.
     */
    @PostMapping("/submit")
    String submit(
            Caller caller,
            @PathVariable String draft,
            @RequestParam int version,
            @RequestParam(defaultValue = "false") boolean save,
            Model model) {
        Draft open = drafts.open(caller, draft);
        if (open.version() != version) {
            throw DraftDesk.changed();
        }
        JobRequest request = request(open);
        JobRequest once = request.submissionId().isPresent()
                ? request
                : request.withSubmissionId("draft:" + open.id() + ":" + open.version());
        JobToken token = jobs.submit(caller, new Submission(reviews.document(request), once));
        desk.submitted(caller, open, token);
        if (!save) {
            return "redirect:/ui/jobs/" + token;
        }
        return "redirect:/ui/drafts/" + open.id() + "/saved";
    }

    /** Shows that the job is accepted. The browser fetches the document by itself. */
    @GetMapping("/saved")
    String saved(Caller caller, @PathVariable String draft, Model model) {
        Draft open = drafts.open(caller, draft);
        model.addAttribute("draft", DraftView.of(open, open.form(), WizardPage.REVIEW, false));
        model.addAttribute("token", open.job().map(JobToken::value).orElse(""));
        return "wizard/saved";
    }

    private static JobRequest request(Draft draft) {
        CheckedForm checked = draft.form().checked();
        return checked.request().orElseThrow(() -> new ProblemException(refusal(checked.problems())));
    }

    private static Problem refusal(List<FormProblem> problems) {
        FormProblem first = problems.get(0);
        return new Problem(
                ProblemCode.FORM_INVALID,
                "the job is not complete: " + first.message(),
                problems.stream()
                        .map(each -> each.message() + ". " + each.hint())
                        .reduce("", (all, one) -> all + one + "\n"));
    }
}

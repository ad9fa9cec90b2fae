package dev.slipway.web.wizard;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.Submission;
import dev.slipway.desk.SweepSubmission;
import dev.slipway.document.writer.SweepDocumentWriter;
import dev.slipway.draft.Draft;
import dev.slipway.draft.DraftDesk;
import dev.slipway.form.CheckedForm;
import dev.slipway.form.FormProblem;
import dev.slipway.form.JobForm;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.web.Attachment;
import java.util.List;
import java.util.Optional;
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
        CheckedForm checked = open.form().checked();
        model.addAttribute("draft", draft(open, checked));
        model.addAttribute("review", reviews.of(caller, open.form(), checked));
        model.addAttribute("rows", open.form().rows());
        JobForm first = open.form().first();
        model.addAttribute("launch", LaunchView.of(first));
        model.addAttribute("results", LaunchView.results(first));
        DraftGraph.of(first).ifPresent(graph -> model.addAttribute("graph", graph));
        return "wizard/review";
    }

    private static DraftView draft(Draft open, CheckedForm checked) {
        return DraftView.of(open, open.form(), checked.problems(), WizardPage.REVIEW, false);
    }

    /** Sends the document as a file. */
    @GetMapping("/document")
    ResponseEntity<byte[]> document(Caller caller, @PathVariable String draft) {
        Draft open = drafts.open(caller, draft);
        List<JobRequest> requests = requests(open);
        String name = requests.get(0).name().replaceAll("[^\\p{L}\\p{N}._-]+", "-") + ".xml";
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_XML)
                .header(HttpHeaders.CONTENT_DISPOSITION, Attachment.named(name))
                .body(reviews.document(requests));
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
        List<JobRequest> requests = requests(open);
        byte[] document = reviews.document(requests);
        JobToken token = requests.size() > 1
                ? sweep(caller, open, document, requests)
                : job(caller, open, document, requests.get(0));
        if (!save) {
            return "redirect:/ui/jobs/" + token;
        }
        return "redirect:/ui/drafts/" + open.id() + "/saved";
    }

    /** Shows that the job is accepted. The browser fetches the document by itself. */
    @GetMapping("/saved")
    String saved(Caller caller, @PathVariable String draft, Model model) {
        Draft open = drafts.open(caller, draft);
        model.addAttribute("draft", draft(open, open.form().checked()));
        model.addAttribute("token", open.job().map(JobToken::value).orElse(""));
        return "wizard/saved";
    }

    private JobToken job(Caller caller, Draft draft, byte[] document, JobRequest request) {
        JobToken job = jobs.submit(caller, new Submission(document, request.withSubmissionId(once(draft, request))));
        desk.submitted(caller, draft, job);
        return job;
    }

    /**
     * Submits one job for each row of the draft's table of values, all or none. The draft keeps the first job, whose
     * page leads to the sweep.
     */
    private JobToken sweep(Caller caller, Draft draft, byte[] document, List<JobRequest> requests) {
        String once = once(draft, requests.get(0));
        List<JobRequest> elements = SweepDocumentWriter.numbered(
                requests.stream().map(request -> request.withSubmissionId(once)).toList());
        JobToken sweep = jobs.submit(caller, new SweepSubmission(document, Optional.of(once), elements))
                .group();
        desk.submitted(caller, draft, jobs.members(caller, sweep, 0, 1).get(0).token());
        return sweep;
    }

    /** Returns the submission id that was typed, or one that each version of a draft has for itself. */
    private static String once(Draft draft, JobRequest request) {
        return request.submissionId().orElse("draft:" + draft.id() + ":" + draft.version());
    }

    private static List<JobRequest> requests(Draft draft) {
        CheckedForm checked = draft.form().checked();
        if (checked.requests().isEmpty()) {
            throw new ProblemException(refusal(checked.problems()));
        }
        return checked.requests();
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

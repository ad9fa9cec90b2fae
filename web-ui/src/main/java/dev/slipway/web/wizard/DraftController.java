package dev.slipway.web.wizard;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.draft.Draft;
import dev.slipway.draft.DraftDesk;
import dev.slipway.draft.DraftEntry;
import dev.slipway.form.JobForm;
import dev.slipway.job.JobToken;
import dev.slipway.web.Readable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.multipart.MultipartFile;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Serves the start of a job, from an empty draft, a document or an old job, and the list of drafts. */
@Controller
@RequestMapping("/ui/drafts")
class DraftController {
    private final DraftDesk desk;
    private final JobDesk jobs;
    private final OpenDrafts drafts;
    private final Choices choices;

    DraftController(DraftDesk desk, JobDesk jobs, OpenDrafts drafts, Choices choices) {
        this.desk = desk;
        this.jobs = jobs;
        this.drafts = drafts;
        this.choices = choices;
    }

    /**
     * Describes a draft in the list.
     *
     * @param job the last job that was made from the draft; empty before the first
     */
    public record Row(String id, String name, Readable.Moment changed, String job) {
        static Row of(DraftEntry draft) {
            return new Row(
                    draft.id().value(),
                    draft.name(),
                    Readable.moment(draft.changed()),
                    draft.job().map(JobToken::value).orElse(""));
        }
    }

    @GetMapping
    String list(Caller caller, Model model) {
        List<Row> rows = desk.list(caller).stream().map(Row::of).toList();
        model.addAttribute("drafts", rows);
        choices.tellLargestFile(model);
        return "wizard/drafts";
    }

    @PostMapping(params = "from=nothing")
    String begin(Caller caller) {
        return opened(desk.create(caller, JobForm.blank()));
    }

    /** Makes a draft from an old job. The new job belongs to the caller and has no submission id. */
    @PostMapping(params = "from=job")
    String again(Caller caller, @RequestParam String token) {
        JobToken job = JobToken.parse(token).orElseThrow(JobDesk::unknown);
        return opened(desk.create(caller, JobForm.of(jobs.request(caller, job).withoutSubmissionId())));
    }

    /** Makes a draft from an existing document, sent as a file or as text. */
    @PostMapping(params = "from=document")
    String open(
            Caller caller,
            @RequestParam(name = "document") Optional<MultipartFile> file,
            @RequestParam(defaultValue = "") String text,
            Model model,
            RedirectAttributes flash)
            throws IOException {
        // Users who may not have drafts are refused before anything is read.
        caller.requireSubmitter();
        byte[] typed = text.strip().getBytes(StandardCharsets.UTF_8);
        byte[] document = file.isPresent() && !file.get().isEmpty() ? file.get().getBytes() : typed;
        OpenedDocument opened = OpenedDocument.of(document);
        if (opened.form().isPresent()) {
            flash.addFlashAttribute("warnings", opened.problems());
            return opened(desk.create(caller, opened.form().get()));
        }
        model.addAttribute("problems", opened.problems());
        model.addAttribute("status", HttpStatus.UNPROCESSABLE_CONTENT.value());
        return "wizard/refused";
    }

    @PostMapping("/{draft}/remove")
    String remove(Caller caller, @PathVariable String draft) {
        desk.remove(caller, drafts.open(caller, draft).id());
        return "redirect:/ui/drafts";
    }

    private static String opened(Draft draft) {
        return "redirect:" + OpenDrafts.path(draft, WizardPage.IDENTITY.id());
    }
}

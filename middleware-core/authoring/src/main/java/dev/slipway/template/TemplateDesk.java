package dev.slipway.template;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.Submission;
import dev.slipway.form.CheckedForm;
import dev.slipway.form.JobForm;
import dev.slipway.job.JobToken;
import dev.slipway.problem.ByteCount;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.request.TemplateNote;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * The only entry to templates for every front end. All calls throw {@link ProblemException}. A template that the caller
 * may not see is reported exactly like a template that does not exist. A job always belongs to the user who runs the
 * template, and has that user's name, roles and grants.
 */
public final class TemplateDesk {
    /** The most templates of one user. */
    public static final int MOST_TEMPLATES = 100;

    /** The most bytes of one template. */
    private static final int LARGEST = 1024 * 1024;

    private final TemplateTable table;
    private final JobDesk jobs;
    private final Function<JobRequest, byte[]> documents;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    /**
     * @param documents writes requests as job documents, equal requests as equal documents; throws {@link
     *     IllegalArgumentException} for a request that no document can express
     */
    public TemplateDesk(DataSource dataSource, JobDesk jobs, Function<JobRequest, byte[]> documents, Clock clock) {
        this.table = new TemplateTable(dataSource, clock);
        this.jobs = jobs;
        this.documents = documents;
        this.clock = clock;
    }

    /** Keeps a new template of the caller. */
    public Template make(Caller caller, TemplateText text) {
        caller.requireSubmitter();
        requireSound(text);
        String id = JobToken.random(random).value();
        Template template =
                new Template(id, caller.user(), text, 1, clock.instant().truncatedTo(ChronoUnit.MICROS));
        table.add(template, MOST_TEMPLATES);
        return template;
    }

    /**
     * Changes a template, for its owner and operators. @param version the version that the caller saw; a later one is
     * not overwritten
     */
    public Template change(Caller caller, String id, int version, TemplateText text) {
        Template before = openToChange(caller, id);
        requireSound(text);
        Template after = new Template(
                id, before.owner(), text, version + 1, clock.instant().truncatedTo(ChronoUnit.MICROS));
        if (!table.change(after, caller)) {
            throw changed(before, "after this page was opened");
        }
        return after;
    }

    /** Removes a template, for its owner and operators. The jobs of the template stay; the schedules stop. */
    public void remove(Caller caller, String id) {
        table.remove(openToChange(caller, id), caller);
    }

    /** Lists the first 1000 templates that the caller may see, the caller's own first, by name. */
    public List<TemplateLine> list(Caller caller) {
        return table.of(caller.user(), seesAll(caller), caller.maySubmit());
    }

    /** Returns one template. */
    public Template open(Caller caller, String id) {
        return table.find(id).filter(template -> isSeen(caller, template)).orElseThrow(TemplateDesk::unknown);
    }

    /** Returns the present version of a template; empty if the caller sees no such template. */
    public Optional<Integer> version(Caller caller, String id) {
        return table.find(id).filter(template -> isSeen(caller, template)).map(Template::version);
    }

    private static boolean seesAll(Caller caller) {
        return caller.roles().contains(Caller.Role.OPERATOR) || caller.roles().contains(Caller.Role.AUDITOR);
    }

    private static boolean isSeen(Caller caller, Template template) {
        return caller.maySee(template.owner()) || (template.text().shared() && caller.maySubmit());
    }

    /**
     * Fills a template with these values and returns the request, without a submission.
     *
     * @param version the version of the template that the caller has seen; any other present version, which another
     *     user may have written, is refused with FORM_CHANGED
     * @param today the day for {@code today} in values
     * @param submissionId the submission id of the job; the same id gives the same job again
     */
    public JobRequest filled(
            Caller caller,
            String id,
            int version,
            Map<String, String> values,
            LocalDate today,
            Optional<String> submissionId) {
        Template template = openToRun(caller, id);
        if (template.version() != version) {
            throw changed(template, "meanwhile: it is version " + template.version());
        }
        Map<String, String> faults = template.text().faults(values);
        if (!faults.isEmpty()) {
            throw invalid(faults.entrySet().stream()
                    .map(fault -> "blank " + fault.getKey() + " " + fault.getValue())
                    .toList());
        }
        Map<String, String> put = template.text().put(values, today);
        return marked(request(template.text().filled(values, today)), words(template, put), submissionId);
    }

    /** Fills a template and submits the job for the caller. */
    public JobToken run(
            Caller caller, String id, int version, Map<String, String> values, LocalDate today, String submissionId) {
        return submit(caller, filled(caller, id, version, values, today, Optional.of(submissionId)));
    }

    /** Submits a request that came from {@link #filled}. */
    public JobToken submit(Caller caller, JobRequest request) {
        return jobs.submit(caller, new Submission(document(request), request));
    }

    /** Returns the day that it is now in {@code zone}, for {@code today} in values. */
    public LocalDate today(ZoneId zone) {
        return LocalDate.ofInstant(clock.instant(), zone);
    }

    /** Writes a request as a document. @throws ProblemException FORM_INVALID if no document can express the request */
    public byte[] document(JobRequest request) {
        try {
            return documents.apply(request);
        } catch (IllegalArgumentException e) {
            throw new ProblemException(Problem.of(ProblemCode.FORM_INVALID, e.getMessage()), e);
        }
    }

    /** Checks a form and returns its request. @throws ProblemException FORM_INVALID with all problems of the form */
    public static JobRequest request(JobForm form) {
        CheckedForm checked = form.checked();
        return checked.request()
                .orElseThrow(() -> invalid(checked.problems().stream()
                        .map(problem -> problem.field() + ": " + problem.message() + " " + problem.hint())
                        .toList()));
    }

    /** Describes the template and its values, so that readers of the job can see its origin. */
    private static String words(Template template, Map<String, String> put) {
        String values = put.entrySet().stream()
                .map(value -> value.getKey() + "=" + value.getValue())
                .collect(Collectors.joining(", "));
        return TemplateNote.of(Template.title(template.text().name(), template.owner()), template.version(), values);
    }

    private static JobRequest marked(JobRequest request, String words, Optional<String> submissionId) {
        String description =
                request.description().map(text -> text + " " + words).orElse(words);
        return new JobRequest(
                request.name(),
                Optional.of(description),
                submissionId,
                request.launch(),
                request.stageIn(),
                request.stageOut(),
                request.results(),
                request.contracts(),
                request.snapshots());
    }

    /** Returns one template to run, for a caller who may submit. */
    public Template openToRun(Caller caller, String id) {
        caller.requireSubmitter();
        return open(caller, id);
    }

    /** Returns one template to change, for its owner and operators. */
    public Template openToChange(Caller caller, String id) {
        Template template = open(caller, id);
        caller.requireChange(template.owner(), "template " + template.text().name());
        return template;
    }

    private void requireSound(TemplateText text) {
        long bytes = table.bytes(text);
        if (bytes > LARGEST) {
            throw invalid(List.of("the template would have " + ByteCount.words(bytes) + ", and one may have "
                    + ByteCount.words(LARGEST)));
        }
        List<String> faults = text.faults();
        if (!faults.isEmpty()) {
            throw invalid(faults);
        }
    }

    private static ProblemException changed(Template template, String words) {
        return new ProblemException(Problem.of(
                ProblemCode.FORM_CHANGED, "template " + template.text().name() + " was changed " + words));
    }

    private static ProblemException invalid(List<String> faults) {
        String first = faults.get(0);
        String others = faults.stream().skip(1).collect(Collectors.joining("\n"));
        return new ProblemException(new Problem(ProblemCode.FORM_INVALID, first, others));
    }

    /** Reports an unknown template, and a template of another user, alike. */
    static ProblemException unknown() {
        return new ProblemException(Problem.of(ProblemCode.FORM_UNKNOWN, "there is no such template"));
    }
}

package dev.slipway.desk;

import dev.slipway.dispatch.Admission;
import dev.slipway.dispatch.Dispatcher;
import dev.slipway.dispatch.Holding;
import dev.slipway.job.Job;
import dev.slipway.job.JobFilter;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.journal.Acceptance;
import dev.slipway.journal.JobGroup;
import dev.slipway.journal.JobJournal;
import dev.slipway.journal.NewJobs;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.queue.MetaScheduler;
import dev.slipway.queue.QueueEntry;
import dev.slipway.request.JobRequest;
import dev.slipway.request.StagingStep;
import dev.slipway.stoppage.Stoppages;
import dev.slipway.upload.UploadReceipt;
import dev.slipway.upload.Uploads;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Accepts jobs: refuses inadmissible jobs, and puts each accepted job on disk and into the queue. */
public final class Intake {
    private final JobJournal journal;
    private final Dispatcher dispatcher;
    private final MetaScheduler scheduler;
    private final Admission admission;
    private final Uploads uploads;
    private volatile IntakeSettings settings;
    private final DocumentRoom documents;
    private final RefusedLogins logins = new RefusedLogins(System::nanoTime);

    public Intake(
            JobJournal journal,
            Dispatcher dispatcher,
            MetaScheduler scheduler,
            Admission admission,
            Uploads uploads,
            IntakeSettings settings) {
        this.journal = journal;
        this.dispatcher = dispatcher;
        this.scheduler = scheduler;
        this.admission = admission;
        this.uploads = uploads;
        this.settings = settings;
        this.documents = new DocumentRoom(journal, settings.documentBytesPerUser());
    }

    /** Takes other limits for the submissions from now on. */
    public void take(IntakeSettings newSettings) {
        settings = newSettings;
        documents.most(newSettings.documentBytesPerUser());
    }

    private QueueRoom room(Caller caller) {
        return new QueueRoom(scheduler, documents, caller.user(), settings.waitingJobsPerUser());
    }

    /**
     * Accepts a job. A job that was submitted before is recognised, even if it would be refused by now.
     *
     * @param condition runs last, for a new job only; the job is refused with any exception that it throws
     */
    JobToken accept(Caller caller, Submission submission, Optional<JobToken> parent, Runnable condition) {
        JobRequest request = submission.request();
        NewJobs.Element job = new NewJobs.Element(1, request, partition(request), parent);
        NewJobs jobs = NewJobs.of(caller.user(), caller.from(), submission.document(), job);
        return accept(caller, jobs, submission.held(), condition).token();
    }

    /** Accepts a sweep as a group. A sweep that was submitted before is recognised. */
    Receipt accept(Caller caller, SweepSubmission sweep, Runnable condition) {
        List<NewJobs.Element> elements = new ArrayList<>();
        for (JobRequest request : sweep.elements()) {
            elements.add(new NewJobs.Element(elements.size() + 1, request, partition(request), Optional.empty()));
        }
        NewJobs.Group group = new NewJobs.Group(sweep.elements().get(0).name(), Optional.empty());
        NewJobs jobs = new NewJobs(
                caller.user(), caller.from(), sweep.document(), sweep.submissionId(), Optional.of(group), elements);
        return receipt(accept(caller, jobs, sweep.held(), condition));
    }

    /** Runs these jobs of a group again as a new group; each keeps its number in the sweep. */
    Receipt again(Caller caller, JobGroup group, List<Job> jobs, Optional<String> sid) {
        List<NewJobs.Element> elements = new ArrayList<>();
        for (Job job : jobs) {
            JobRequest request = job.request().withoutSubmissionId();
            int number = job.acceptance().membership().orElseThrow().element();
            elements.add(new NewJobs.Element(number, request, partition(request), Optional.of(job.token())));
        }
        byte[] document = journal.document(group.token()).orElseThrow(JobDesk::unknown);
        NewJobs.Group again = new NewJobs.Group(group.name(), Optional.of(group.token()));
        return receipt(accept(
                caller,
                new NewJobs(caller.user(), caller.from(), document, sid, Optional.of(again), elements),
                false,
                () -> {}));
    }

    private static Receipt receipt(Acceptance group) {
        return new Receipt(group.token(), group.size());
    }

    /** Judges new jobs, then hands them to the journal. Jobs that were submitted before are not judged again. */
    private Acceptance accept(Caller caller, NewJobs jobs, boolean held, Runnable condition) {
        requireSubmitter(caller);
        try (QueueRoom room = room(caller)) {
            Acceptance acceptance = journal.earlier(jobs).orElseGet(() -> {
                judge(caller, jobs);
                room.keep(jobs.elements().size(), journal.bytes(jobs));
                condition.run();
                return journal.accept(jobs);
            });
            if (acceptance.fresh()) {
                room.taken();
                hold(caller, held, acceptance.jobs());
                dispatcher.accepted(entries(jobs, acceptance, held));
            } else {
                resume(jobs, acceptance);
            }
            return acceptance;
        }
    }

    /**
     * Tells the dispatcher of jobs that were accepted before: their first submission was stored, but its answer may
     * have been lost on the way from the store.
     */
    private void resume(NewJobs jobs, Acceptance acceptance) {
        if (jobs.group().isEmpty()) {
            dispatcher.accepted(acceptance.token());
        } else {
            JobFilter waiting = JobFilter.ofGroup(acceptance.token()).in(Set.of(JobState.QUEUED));
            journal.oldest(waiting, 0, acceptance.size()).forEach(row -> dispatcher.accepted(row.token()));
        }
    }

    /** Holds new jobs before the queue knows the jobs, so that no job among them can start. */
    private void hold(Caller caller, boolean held, List<Acceptance.Accepted> jobs) {
        if (held) {
            List<JobToken> tokens =
                    jobs.stream().map(Acceptance.Accepted::token).toList();
            dispatcher.grant(tokens, Holding.HOLD, caller.user(), caller.from());
        }
    }

    private static List<QueueEntry> entries(NewJobs jobs, Acceptance acceptance, boolean held) {
        List<QueueEntry> entries = new ArrayList<>();
        for (int i = 0; i < acceptance.jobs().size(); i++) {
            NewJobs.Element element = jobs.elements().get(i);
            entries.add(entry(jobs.owner(), acceptance.jobs().get(i), element.request(), element.partition(), held));
        }
        return entries;
    }

    /** Keeps a small file for the caller's jobs. */
    UploadReceipt keep(Caller caller, String name, byte[] bytes) {
        requireSubmitter(caller);
        dispatcher.requireRoom();
        return uploads.keep(caller.user(), caller.from(), name, bytes);
    }

    /**
     * Returns a function that finds the problem of a single step, as submit would find it, under the present grants.
     * One thread may use the function.
     */
    public Function<StagingStep, Optional<Problem>> stepObstacles(Caller caller) {
        Admission.Judge judge = admission.judge(caller.user());
        return step -> judge.obstacle(step)
                .or(() -> uploads.obstacle(caller.user(), step))
                .or(() -> logins.obstacle(caller.user(), step));
    }

    /** Returns the refused logins, for plans that look at steps. */
    public RefusedLogins logins() {
        return logins;
    }

    /** @throws ProblemException NOT_AUTHORISED for a caller who may only look */
    public void requireSubmitter(Caller caller) {
        caller.requireSubmitter();
        dispatcher.requireOpen();
    }

    /** @throws ProblemException if a problem stands against these new jobs */
    private void judge(Caller caller, NewJobs jobs) {
        List<JobRequest> requests = jobs.requests();
        // A sweep that was accepted once may run again, even if the limit on its size is lower by now.
        if (jobs.group().flatMap(NewJobs.Group::parent).isEmpty()) {
            requireSize(requests.size());
        }
        untrusted(caller).ifPresent(problem -> {
            throw new ProblemException(problem);
        });
        dispatcher.requireRoom();
        admission.require(caller.user(), requests);
        uploads.require(caller.user(), requests);
    }

    /** Refuses users who could reach the data of the service, because runs start with the service's identity. */
    private Optional<Problem> untrusted(Caller caller) {
        return settings.operatorsOnly() && !caller.roles().contains(Caller.Role.OPERATOR)
                ? Optional.of(Problem.of(
                        ProblemCode.RUNS_AS_SERVICE,
                        "the service is an ordinary user, so a program that it runs could read the service's"
                                + " own data: it"
                                + " runs jobs of operators only, and user " + caller.user() + " is none"))
                : Optional.empty();
    }

    /** Returns all problems of the first request that has any. */
    public List<Problem> obstacles(Caller caller, List<JobRequest> requests) {
        Optional<Problem> stranger = caller.submitObstacle().or(() -> untrusted(caller));
        if (stranger.isPresent()) {
            return List.of(stranger.get());
        }
        Optional<Problem> tooLarge = tooLarge(requests.size());
        if (tooLarge.isPresent()) {
            return List.of(tooLarge.get());
        }
        Admission.Judge judge = admission.judge(caller.user(), requests);
        Stream<Problem> first = requests.stream()
                .map(request -> Stream.concat(
                                judge.obstacles(request).stream(), uploads.obstacles(caller.user(), request).stream())
                        .toList())
                .filter(obstacles -> !obstacles.isEmpty())
                .findFirst()
                .stream()
                .flatMap(List::stream);
        return Stream.concat(room(caller).obstacle(requests.size()).stream(), first)
                .toList();
    }

    /**
     * Asks the machine of the request's partition whether the run could start there now; returns the reason of a
     * refusal.
     */
    public List<Problem> trial(Caller caller, JobRequest request) {
        try {
            return admission.trial(caller.user(), request.launch());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    /**
     * Finds the first request that will get less than requested, and describes what the request gets instead. A
     * shortfall refuses no request.
     */
    public List<String> shortfalls(List<JobRequest> requests) {
        Stream<String> time = requests.stream()
                .flatMap(request -> admission.lessTime(request.launch()).stream())
                .limit(1)
                .map(words -> "wall time: " + words);
        Stream<String> checkpoint = requests.stream()
                .flatMap(request -> admission.noCheckpoint(request.launch()).stream())
                .limit(1)
                .map(words -> "checkpoint folder: " + words);
        return Stream.concat(time, checkpoint).toList();
    }

    /** Describes the stoppages that a job of this request would wait for. A stoppage refuses no request. */
    public List<String> stoppages(JobRequest request) {
        Stoppages now = dispatcher.stoppages();
        return Stream.concat(
                        request.steps()
                                .map(StagingStep::place)
                                .distinct()
                                .flatMap(place -> now.ofSteps(place).stream()),
                        now.ofLaunches(partition(request)).stream())
                .map(stoppage -> stoppage.words() + ": a job waits for it")
                .toList();
    }

    private void requireSize(int size) {
        tooLarge(size).ifPresent(problem -> {
            throw new ProblemException(problem);
        });
    }

    private Optional<Problem> tooLarge(int size) {
        return size <= settings.jobsPerSweep()
                ? Optional.empty()
                : Optional.of(Problem.of(
                        ProblemCode.SWEEP_TOO_LARGE,
                        "the sweep has " + GroupWords.jobs(size) + ", and one may have "
                                + GroupWords.jobs(settings.jobsPerSweep())));
    }

    /** Returns the partition on which the request would run. */
    public String partition(JobRequest request) {
        return admission.partition(request.launch());
    }

    private static QueueEntry entry(
            String owner, Acceptance.Accepted acceptance, JobRequest request, String partition, boolean held) {
        return new QueueEntry(
                acceptance.token(),
                acceptance.order(),
                owner,
                partition,
                request.launch().processes(),
                JobState.QUEUED,
                false,
                held);
    }
}

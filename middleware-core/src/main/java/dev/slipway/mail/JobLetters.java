package dev.slipway.mail;

import dev.slipway.desk.Caller;
import dev.slipway.desk.JobDesk;
import dev.slipway.desk.status.Explanation;
import dev.slipway.desk.status.JobStatus;
import dev.slipway.job.JobOutcome;
import dev.slipway.job.JobState;
import dev.slipway.job.JobToken;
import dev.slipway.problem.Printable;
import dev.slipway.problem.ProblemException;
import java.net.URI;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Writes mails about jobs, in the words that pages and calls have for the same jobs. */
final class JobLetters {
    static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss zzz", Locale.ROOT);

    private final JobDesk desk;
    private final URI pages;

    JobLetters(JobDesk desk, URI pages) {
        this.desk = desk;
        this.pages = pages;
    }

    /** The part of a mail about one job, and the subject of a mail about this job alone. */
    private record Part(String subject, String text) {}

    /** Writes one mail to one user about several news. */
    Letter letter(List<News> news) {
        News first = news.get(0);
        Caller owner = new Caller(first.account(), Set.of(Caller.Role.USER), "local");
        List<Part> parts = news.stream()
                .map(News::token)
                .distinct()
                .map(token -> part(owner, token, first.zone()))
                .toList();
        String subject = parts.size() == 1 ? parts.get(0).subject() : "Slipway: news of " + parts.size() + " jobs";
        String body = parts.stream().map(Part::text).collect(Collectors.joining("\n"));
        String why = "\nYou chose these mails on your account page: " + pages + "/ui/account\n";
        return new Letter(UUID.randomUUID().toString(), first.address(), subject, body + why);
    }

    /**
     * Describes a job, also a job with a damaged record, because one damaged record must not stop the mails about other
     * jobs.
     */
    private Part part(Caller owner, JobToken token, ZoneId zone) {
        StringBuilder text = new StringBuilder();
        String subject;
        try {
            JobStatus job = desk.status(owner, token);
            Explanation why = desk.explain(owner, token);
            subject = "Slipway: " + why.name() + " " + standing(job);
            line(text, "Job", why.name() + ", " + token);
            line(
                    text,
                    "State",
                    standing(job) + ", since " + MOMENT.format(why.since().atZone(zone)));
            line(text, "Reason", why.headline());
            job.run()
                    .progress()
                    .ifPresent(progress -> line(text, "Figures", ReportedFigures.words(progress.figures())));
            why.trouble()
                    .ifPresent(
                            trouble -> line(text, "Problem", trouble.problem().message()));
            line(text, "Remedy", why.remedy().pages());
        } catch (ProblemException e) {
            if (e.problem().isOutage()) {
                throw e;
            }
            subject = "Slipway: news of job " + token;
            line(text, "Job", token.value());
            line(text, "Problem", e.problem().message());
        }
        line(text, "Page", pages + "/ui/jobs/" + token);
        return new Part(subject, text.toString());
    }

    private static void line(StringBuilder text, String label, String words) {
        if (!words.isBlank()) {
            text.append(label).append(": ").append(Printable.line(words)).append('\n');
        }
    }

    private static String standing(JobStatus job) {
        if (job.state() == JobState.CLOSED) {
            return job.outcome().map(JobLetters::ended).orElse("has ended");
        }
        return job.held().isPresent() ? "is held" : "waits";
    }

    private static String ended(JobOutcome outcome) {
        return switch (outcome.word()) {
            case "DONE" -> "is done";
            case "CANCELLED" -> "was cancelled";
            default -> "failed";
        };
    }
}

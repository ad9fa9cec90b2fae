package dev.slipway.job;

import dev.slipway.request.TemplateNote;

/**
 * The texts of a job that lists show, order and search beside its name, projected from its events. A text that a job
 * does not have is empty.
 *
 * @param template the template that made the job, with its owner
 * @param values the values of the template's blanks, in words
 * @param reason the message of the problem that failed the job
 */
public record JobWords(String template, String values, String reason) {

    public static JobWords of(Job job) {
        String description = job.request().description().orElse("");
        return new JobWords(
                TemplateNote.template(description).orElse(""), TemplateNote.values(description), reason(job));
    }

    /**
     * Returns the message of the problem that failed the job; empty for other jobs. Of the texts, only this one changes
     * with later events of a job.
     */
    public static String reason(Job job) {
        return job.outcome()
                .map(outcome -> outcome instanceof JobOutcome.Failed failed
                        ? failed.problem().message()
                        : "")
                .orElse("");
    }
}

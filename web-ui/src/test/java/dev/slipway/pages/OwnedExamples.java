package dev.slipway.pages;

import dev.slipway.draft.DraftDesk;
import dev.slipway.form.JobForm;
import dev.slipway.job.JobState;
import dev.slipway.schedule.NewSchedule;
import dev.slipway.schedule.ScheduleDesk;
import dev.slipway.schedule.WatchedQuery;
import dev.slipway.template.Template;
import dev.slipway.template.TemplateDesk;
import dev.slipway.template.TemplateText;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Makes an example of each kind of thing that routes name and that has an owner. */
final class OwnedExamples {

    /**
     * One kind of thing.
     *
     * @param made makes a thing of ada's, and returns its name in paths
     * @param none a name of the same form that no thing has
     */
    record Thing(Function<Site, String> made, String none) {}

    private static final Map<String, Thing> ALL = Map.of(
            "job",
            new Thing(
                    site -> site.submit(Samples.job("var", "var-mc"), Site.in(JobState.CLOSED))
                            .value(),
                    "d".repeat(32)),
            "bank",
            new Thing(
                    site -> site.submit(Samples.bank("bank-var"), Site.in(JobState.CLOSED))
                            .value(),
                    "d".repeat(32)),
            "draft",
            new Thing(
                    site -> site.bean(DraftDesk.class)
                            .create(Site.ADA, JobForm.of(Samples.job("var", "var-mc")))
                            .id()
                            .value(),
                    "d".repeat(32)),
            "user",
            new Thing(Site::addUser, "nobody"),
            "template",
            new Thing(site -> template(site, false).id(), "d".repeat(32)),
            "shared-template",
            new Thing(site -> template(site, true).id(), "d".repeat(32)),
            "schedule",
            new Thing(OwnedExamples::schedule, "d".repeat(32)));

    private OwnedExamples() {}

    /** Makes a template of ada's without blanks. */
    private static Template template(Site site, boolean shared) {
        TemplateText text = TemplateText.of(JobForm.of(Samples.job("var", "var-mc")));
        return site.bean(TemplateDesk.class)
                .make(Site.ADA, new TemplateText(text.name(), text.description(), shared, text.form(), text.blanks()));
    }

    private static String schedule(Site site) {
        WatchedQuery watched =
                new WatchedQuery("risk", "SELECT 1", Duration.ofHours(1), false, ZoneId.of("Europe/Berlin"));
        return site.bean(ScheduleDesk.class)
                .make(Site.ADA, new NewSchedule(template(site, false).id(), 1, Map.of(), watched, true))
                .id();
    }

    static Thing named(String kind) {
        return Optional.ofNullable(ALL.get(kind))
                .orElseThrow(() -> new IllegalArgumentException("OwnedExamples.ALL makes no " + kind));
    }
}

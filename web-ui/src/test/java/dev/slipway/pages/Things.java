package dev.slipway.pages;

import dev.slipway.draft.DraftDesk;
import dev.slipway.form.JobForm;
import dev.slipway.job.JobState;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What routes are about and somebody owns. */
final class Things {

    /**
     * One kind.
     *
     * @param made makes one of ada's, and tells its name in paths
     * @param none a name of the same form that nothing has
     */
    record Thing(Function<Site, String> made, String none) {}

    private static final Map<String, Thing> ALL = Map.of(
            "job",
            new Thing(
                    site -> site.submit(Samples.job("var", "var-mc"), Site.in(JobState.CLOSED))
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
            new Thing(Site::addUser, "nobody"));

    private Things() {}

    static Thing named(String kind) {
        return Optional.ofNullable(ALL.get(kind))
                .orElseThrow(() -> new IllegalArgumentException("Things.ALL makes no " + kind));
    }
}

package dev.slipway.toolkit.authoring;

import dev.slipway.toolkit.job.WatchOption;
import dev.slipway.toolkit.verb.ZoneOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Calls the service's templateRun. */
@Command(
        name = "run",
        description = {
            "Runs a template with values for its blanks; prints the token of the job.",
            "`slipway template show` lists the blanks with the values that they take."
        })
final class TemplateRun extends TemplateVerb {
    @Mixin
    private SetOption set;

    @Mixin
    private ZoneOption zone;

    @Option(
            names = "--sid",
            paramLabel = "ID",
            description = "The submission id of the job: a repeated call with the same id gives the same job.")
    private String sid;

    @Mixin
    private WatchOption watch;

    @Override
    protected int run() {
        List<Map.Entry<String, Object>> fields = new ArrayList<>();
        fields.add(Map.entry(named().getKey(), named().getValue()));
        set.addTo(fields);
        fields.add(zone.field());
        if (sid != null) {
            fields.add(Map.entry("sid", sid));
        }
        return started(ask("templateRun", fields), watch);
    }
}

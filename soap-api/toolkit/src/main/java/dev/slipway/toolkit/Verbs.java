package dev.slipway.toolkit;

import dev.slipway.toolkit.account.Capabilities;
import dev.slipway.toolkit.account.Login;
import dev.slipway.toolkit.account.Logout;
import dev.slipway.toolkit.account.MailVerbs;
import dev.slipway.toolkit.account.ProfileVerbs;
import dev.slipway.toolkit.account.Users;
import dev.slipway.toolkit.audit.Audit;
import dev.slipway.toolkit.authoring.Drafts;
import dev.slipway.toolkit.authoring.Schedules;
import dev.slipway.toolkit.authoring.Templates;
import dev.slipway.toolkit.document.Convert;
import dev.slipway.toolkit.document.Format;
import dev.slipway.toolkit.document.Plan;
import dev.slipway.toolkit.document.Run;
import dev.slipway.toolkit.document.Submit;
import dev.slipway.toolkit.document.Upload;
import dev.slipway.toolkit.document.Validate;
import dev.slipway.toolkit.job.Cancel;
import dev.slipway.toolkit.job.Delete;
import dev.slipway.toolkit.job.Explain;
import dev.slipway.toolkit.job.History;
import dev.slipway.toolkit.job.Hold;
import dev.slipway.toolkit.job.Kill;
import dev.slipway.toolkit.job.ListJobs;
import dev.slipway.toolkit.job.Output;
import dev.slipway.toolkit.job.Release;
import dev.slipway.toolkit.job.Results;
import dev.slipway.toolkit.job.Retry;
import dev.slipway.toolkit.job.Status;
import dev.slipway.toolkit.job.Watch;
import dev.slipway.toolkit.operations.Partitions;
import dev.slipway.toolkit.operations.Places;
import dev.slipway.toolkit.operations.Reload;
import dev.slipway.toolkit.operations.UsageReport;
import dev.slipway.toolkit.secret.PublicKeys;
import dev.slipway.toolkit.secret.RotateKey;
import dev.slipway.toolkit.secret.Seal;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;

/**
 * Lists all verbs by name, in the order of the help. A call that begins with a verb builds the model of that verb
 * alone, because the model of all verbs would take much of the call's time.
 */
final class Verbs {
    private static final Map<String, Class<?>> ALL = new LinkedHashMap<>();

    static {
        ALL.put("submit", Submit.class);
        ALL.put("run", Run.class);
        ALL.put("upload", Upload.class);
        ALL.put("watch", Watch.class);
        ALL.put("status", Status.class);
        ALL.put("explain", Explain.class);
        ALL.put("history", History.class);
        ALL.put("list", ListJobs.class);
        ALL.put("results", Results.class);
        ALL.put("output", Output.class);
        ALL.put("hold", Hold.class);
        ALL.put("release", Release.class);
        ALL.put("cancel", Cancel.class);
        ALL.put("delete", Delete.class);
        ALL.put("kill", Kill.class);
        ALL.put("retry", Retry.class);
        ALL.put("template", Templates.class);
        ALL.put("schedule", Schedules.class);
        ALL.put("draft", Drafts.class);
        ALL.put("mail", MailVerbs.class);
        ALL.put("validate", Validate.class);
        ALL.put("plan", Plan.class);
        ALL.put("convert", Convert.class);
        ALL.put("format", Format.class);
        ALL.put("login", Login.class);
        ALL.put("logout", Logout.class);
        ALL.put("capabilities", Capabilities.class);
        ALL.put("seal", Seal.class);
        ALL.put("public-keys", PublicKeys.class);
        ALL.put("rotate-key", RotateKey.class);
        ALL.put("user", Users.class);
        ALL.put("partition", Partitions.class);
        ALL.put("place", Places.class);
        ALL.put("reload", Reload.class);
        ALL.put("usage", UsageReport.class);
        ALL.put("audit", Audit.class);
        ALL.put("profile", ProfileVerbs.class);
        ALL.put("completion", Completion.class);
    }

    private Verbs() {}

    /** Adds the verb with which a call begins; all verbs if the call begins otherwise. */
    static void addTo(CommandLine line, String... arguments) {
        String first = arguments.length == 0 ? "" : arguments[0];
        if (ALL.containsKey(first)) {
            line.addSubcommand(first, ALL.get(first));
        } else {
            ALL.forEach(line::addSubcommand);
        }
        // The words behind the program are the program's own.
        Optional.ofNullable(line.getSubcommands().get("run")).ifPresent(run -> run.setStopAtPositional(true));
    }
}

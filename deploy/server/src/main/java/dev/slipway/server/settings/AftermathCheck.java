package dev.slipway.server.settings;

import dev.slipway.callback.CallbackSettings;
import dev.slipway.server.settings.ServerSettings.Audit;
import dev.slipway.server.settings.ServerSettings.CallbackHosts;
import dev.slipway.server.settings.ServerSettings.RetentionSettings;
import java.nio.file.Path;

/**
 * Finds unusable values in the keys for the time after a job: which files are kept, which hosts are called back,
 * and which server takes mails.
 */
record AftermathCheck(SettingsCheck check) {

    void aftermath(ServerSettings settings) {
        retention(settings.retention());
        callbacks(settings.callbacks());
        new MailCheck(check).mail(settings.mail());
        heads(settings.audit());
    }

    private void retention(RetentionSettings retention) {
        if (retention.runFolders().isNegative()) {
            check.wrong("retention.run-folders", retention.runFolders() + " is negative", "Give a time, as 24h, or 0.");
        }
        check.atLeastOneSecond("retention.results", retention.results());
    }

    private void callbacks(CallbackHosts callbacks) {
        for (String host : callbacks.hosts()) {
            if (!CallbackSettings.isPlace(host)) {
                check.wrong(
                        "callbacks.hosts",
                        "not HOST:PORT: \"" + host + "\"",
                        "Name host and port, as flows.example.org:443.");
            }
        }
        check.atLeastOneSecond("callbacks.give-up", callbacks.giveUp());
    }

    private void heads(Audit audit) {
        Path heads = audit.heads();
        if (!heads.toString().isEmpty()) {
            check.absolute("audit.heads", heads, "Give the absolute path of a file that the service can write.");
        }
        if (!audit.syslog().isEmpty() && !CallbackSettings.isPlace(audit.syslog())) {
            check.wrong(
                    "audit.syslog",
                    "not HOST:PORT: \"" + audit.syslog() + "\"",
                    "Name host and UDP port of a syslog, as 127.0.0.1:514.");
        }
    }
}

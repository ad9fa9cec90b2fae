package dev.slipway.form;

import dev.slipway.request.Credential;
import dev.slipway.request.FilePattern;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import java.util.Map;
import java.util.Optional;

/** Steps at hosts. */
final class SshFields {
    private SshFields() {}

    static SshFetch fetch(FieldReader fields) {
        return new SshFetch(
                CommonFields.in(fields),
                fields.required("host"),
                remotePath(fields),
                credential(fields),
                match(fields),
                fields.flag("preserve"));
    }

    static void fetch(SshFetch step, Map<String, String> values) {
        values.put("host", step.host());
        values.put("remotePath", step.remotePath());
        login(step.credential(), values);
        step.match().map(FilePattern::value).ifPresent(match -> values.put("match", match));
        values.put("preserve", step.preserve() ? "true" : "");
    }

    static SshDeliver deliver(FieldReader fields) {
        return new SshDeliver(
                CommonFields.out(fields),
                fields.required("host"),
                remotePath(fields),
                credential(fields),
                match(fields),
                fields.flag("preserve"));
    }

    static void deliver(SshDeliver step, Map<String, String> values) {
        values.put("host", step.host());
        values.put("remotePath", step.remotePath());
        values.put("always", step.always() ? "true" : "");
        login(step.credential(), values);
        step.match().map(FilePattern::value).ifPresent(match -> values.put("match", match));
        values.put("preserve", step.preserve() ? "true" : "");
    }

    private static String remotePath(FieldReader fields) {
        String path = fields.required("remotePath");
        if (SshFetch.climbs(path)) {
            fields.problem(
                    "remotePath",
                    FieldReader.words("remotePath") + " leads upwards: " + FieldReader.shown(path),
                    "Write the whole path of the file on the host, without .. in it.");
        }
        return path;
    }

    private static void login(Optional<Credential> credential, Map<String, String> values) {
        credential.ifPresent(login -> {
            values.put("user", login.user());
            values.put("sealed", login.sealed());
        });
    }

    private static Optional<Credential> credential(FieldReader fields) {
        Optional<String> user = fields.optional("user");
        Optional<String> sealed = fields.optional("sealed");
        if (user.isPresent() && sealed.isEmpty()) {
            fields.problem(
                    "user",
                    "the password of user " + FieldReader.shown(user.get()) + " is missing",
                    "Type it, or leave the user out: then the service logs in as the operator has arranged.");
        }
        return user.flatMap(name -> sealed.map(password -> new Credential(name, password)));
    }

    private static Optional<FilePattern> match(FieldReader fields) {
        Optional<String> match = fields.optional("match");
        if (match.filter(pattern -> !FilePattern.isAllowed(pattern)).isPresent()) {
            fields.problem(
                    "match",
                    "not a pattern of paths below the folder: " + FieldReader.shown(match.get()),
                    "Write names with *, ? or {a,b}, as *.csv, or ** for all files of all folders below.");
        }
        return match.filter(FilePattern::isAllowed).map(FilePattern::new);
    }
}

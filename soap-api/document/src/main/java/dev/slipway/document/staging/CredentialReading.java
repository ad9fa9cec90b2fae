package dev.slipway.document.staging;

import dev.slipway.document.grammar.Names;
import dev.slipway.document.tree.DocumentElement;
import dev.slipway.document.tree.Findings;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.Remedy;
import dev.slipway.request.Credential;
import dev.slipway.secret.Secrets;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.namespace.QName;

/**
 * Reads the login of a step, in the form of GFD.135 or of the report. Each part of a login that the service cannot use
 * is reported: a step that ignored one would log in as another user.
 */
final class CredentialReading {
    private static final String ON_PAGE =
            "Leave out user and password, open the document again, and type them on the page of the step.";

    /** The service opens each sealed password before accepting the job, which costs milliseconds of processor time. */
    static final int MOST = 100;

    private static final QName CREDENTIAL = new QName(Names.AC, "Credential");
    private static final Pattern USER = Pattern.compile("[^\\s\\p{Cntrl}]{1,64}");

    private final Findings findings;
    private final Set<Credential> taken;

    /** @param taken the credentials of the sweep elements read before; this reader adds its own */
    CredentialReading(Findings findings, Set<Credential> taken) {
        this.findings = findings;
        this.taken = taken;
    }

    /** Reads the credential of a {@code jsdl:DataStaging}. */
    Optional<Credential> standard(DocumentElement staging) {
        return staging.child(CREDENTIAL).flatMap(credential -> {
            Optional<DocumentElement> token = credential.child(Names.wsse("UsernameToken"));
            if (token.isEmpty()) {
                findings.unsupported(
                        credential,
                        "ac:Credential without wsse:UsernameToken",
                        "Write wsse:Username and, sealed, wsse:Password into one; or leave it out.");
                return Optional.empty();
            }
            Optional<DocumentElement> password = token.get().child(Names.wsse("Password"));
            password.flatMap(element -> element.attribute("Type")).ifPresent(type -> plain(password.get(), type));
            return credential(credential, token.get().child(Names.wsse("Username")), password);
        });
    }

    private void plain(DocumentElement password, String type) {
        if (!type.strip().endsWith("#PasswordText")) {
            findings.unsupported(
                    password,
                    "wsse:Password of another type than PasswordText",
                    new Remedy(
                            ON_PAGE,
                            "Leave out Type, and write the password sealed with a key of the operation publicKeys.",
                            "Leave out Type, and write what `slipway seal` prints."));
        }
    }

    /** Reads the credential of a {@code report:SCPDataStaging}. */
    Optional<Credential> report(DocumentElement scp) {
        Optional<DocumentElement> user = scp.child(Names.report("RemoteUserId"));
        Optional<DocumentElement> password = scp.child(Names.report("RemotePassword"));
        return user.isEmpty() && password.isEmpty() ? Optional.empty() : credential(scp, user, password);
    }

    private Optional<Credential> credential(
            DocumentElement at, Optional<DocumentElement> user, Optional<DocumentElement> password) {
        String name = user.map(DocumentElement::stripped).orElse("");
        String sealed = password.map(DocumentElement::stripped).orElse("");
        if (name.isEmpty() || sealed.isEmpty()) {
            password.filter(element -> !sealed.isEmpty() && !Secrets.isSealed(sealed))
                    .ifPresent(element -> clear(element));
            findings.unsupported(
                    user.or(() -> password).orElse(at),
                    "a login on a host without a " + (name.isEmpty() ? "user" : "password"),
                    new Remedy(
                            ON_PAGE,
                            "Write both, the password sealed with a key of the operation publicKeys; or neither, for"
                                    + " the operator's own user.",
                            "Write both, the password sealed by `slipway seal`; or neither, for the operator's own"
                                    + " user."));
            return Optional.empty();
        }
        if (!USER.matcher(name).matches()) {
            findings.problem(user.get(), Names.label(user.get().name()) + " is not the name of a user", "Correct it.");
            return Optional.empty();
        }
        if (!Secrets.isSealed(sealed)) {
            clear(password.get());
            return Optional.empty();
        }
        return counted(at, new Credential(name, sealed));
    }

    private void clear(DocumentElement password) {
        findings.clearPassword(password, Names.label(password.name()), ProblemCode.SECRET_CLEAR.remedy());
    }

    private Optional<Credential> counted(DocumentElement at, Credential credential) {
        if (taken.add(credential) && taken.size() == MOST + 1) {
            findings.unsupported(
                    at, "more than " + MOST + " different sealed passwords in one document", "Use one for each host.");
        }
        return Optional.of(credential);
    }
}

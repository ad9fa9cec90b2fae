package dev.slipway.web.wizard;

import dev.slipway.desk.Caller;
import dev.slipway.form.StepForm;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.secret.Sealer;
import dev.slipway.secret.SecretUse;
import org.springframework.stereotype.Component;

/**
 * Seals a password as soon as it arrives, so that no draft holds one in the clear. Drops a sealed password that no
 * longer fits its step.
 */
@Component
class StepPasswords {
    private static final String SEALED = "sealed";

    private final Sealer sealer;

    StepPasswords(Sealer sealer) {
        this.sealer = sealer;
    }

    /**
     * Returns the step with the sealed password, if a password was typed.
     *
     * @param before the step before the change; its sealed password holds for its host and its user
     */
    StepForm sealed(Caller caller, StepForm before, StepForm after, String password) {
        String host = after.value("host");
        String user = after.value("user");
        if (!password.isEmpty() && !host.isBlank() && !user.isBlank()) {
            return after.with(SEALED, sealer.seal(required(password), new SecretUse(caller.user(), host, user)));
        }
        if (!password.isEmpty()) {
            throw new ProblemException(Problem.of(
                    ProblemCode.FORM_INVALID,
                    "the password was not kept: it is sealed for a host and a user, and one of them is missing"));
        }
        boolean fits = host.equals(before.value("host")) && user.equals(before.value("user"));
        return fits || after.value(SEALED).isEmpty() ? after : after.with(SEALED, "");
    }

    private static String required(String password) {
        if (password.length() > Sealer.LONGEST) {
            throw new ProblemException(Problem.of(
                    ProblemCode.FORM_INVALID,
                    "the password has more than " + Sealer.LONGEST + " characters, which is the most"));
        }
        return password;
    }
}

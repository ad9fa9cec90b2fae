package dev.slipway.mail;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import java.util.regex.Pattern;

/** Checks addresses of mail. Only plain ASCII addresses pass: no names, no lists, no quotes, no line ends. */
public final class MailAddress {
    private static final int LONGEST = 254;
    private static final Pattern PLAIN =
            Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
                    + "@[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)*");

    private MailAddress() {}

    /** Returns whether {@code text} is one address, as alice@example.org. */
    public static boolean isPlain(String text) {
        return text.length() <= LONGEST && PLAIN.matcher(text).matches();
    }

    /** Returns the address without blanks around it. @throws ProblemException USER_INVALID if the text is no address */
    static String require(String text) {
        String address = text.strip();
        if (!isPlain(address)) {
            throw new ProblemException(Problem.of(
                    ProblemCode.USER_INVALID, "\"" + address + "\" is not an e-mail address, as alice@example.org"));
        }
        return address;
    }
}

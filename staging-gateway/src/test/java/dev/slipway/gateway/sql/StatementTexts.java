package dev.slipway.gateway.sql;

import java.util.List;
import java.util.Random;

/**
 * Makes texts of one or two statements between pieces of noise, such as ends of comments and of strings, from a fixed
 * seed.
 */
public final class StatementTexts {
    private final Random random = new Random(17);
    private final List<String> statements;
    private final List<String> around;

    /** @param around the pieces of noise */
    public StatementTexts(List<String> statements, List<String> around) {
        this.statements = statements;
        this.around = around;
    }

    public String next() {
        StringBuilder text = new StringBuilder();
        noise(text, 4);
        text.append(statements.get(random.nextInt(statements.size())));
        noise(text, 3);
        if (random.nextInt(4) == 0) {
            text.append(statements.get(random.nextInt(statements.size())));
            noise(text, 2);
        }
        return text.toString();
    }

    private void noise(StringBuilder text, int most) {
        for (int i = random.nextInt(most); i > 0; i--) {
            text.append(around.get(random.nextInt(around.size())));
            text.append(random.nextBoolean() ? " " : "");
        }
    }
}

package dev.slipway.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** Visits the pages of an installation that has jobs, templates and users, in a browser. */
abstract class PageVisits {
    static final int DESK = 1280;
    static final int PHONE = 390;

    /** A command of the toolkit, which a user cannot type into a page. */
    private static final Pattern COMMAND = Pattern.compile(
            "slipway (submit|validate|list|show|status|results|retry|release|hold|cancel|output|user|seal|audit)\\b");

    /** A setting of the operator's; the operator's own pages may name one. */
    private static final Pattern SETTING = Pattern.compile("slipway\\.[a-z]");

    static PopulatedInstallation populated;
    static Browser browser;
    static String signedIn = "";

    @BeforeAll
    static void set_up_the_installation() {
        populated = new PopulatedInstallation();
        browser = new Browser();
        signIn(PopulatedInstallation.ANN);
        populated.furnish(browser);
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
        if (populated != null) {
            populated.close();
        }
    }

    private static void signIn(String user) {
        browser.forget();
        signedIn = user;
        if (!user.isEmpty()) {
            browser.open(populated.url("/login"))
                    .type("username", user)
                    .type("password", populated.password(user))
                    .submit("main button[type=submit]");
        }
    }

    static void open(SitePage page) {
        browser.view(DESK, false);
        if (!page.user().equals(signedIn)) {
            signIn(page.user());
        }
        browser.open(populated.url(page.path()));
        assertThat(browser.address().endsWith("/login"))
                .as("%s led to %s", page.path(), browser.address())
                .isEqualTo(page.path().equals("/login"));
        if (!page.press().isEmpty()) {
            press(page.press());
        }
        assertThat(browser.script("return performance.getEntriesByType('navigation')[0].responseStatus"))
                .as("status of %s", page.path())
                .isEqualTo(page.name().equals("problem") ? 404L : 200L);
        assertThat(browser.text())
                .as("what %s says", page.path())
                .doesNotContain("???")
                .doesNotContainPattern(COMMAND)
                .doesNotContainPattern(page.user().equals(PopulatedInstallation.OPERATOR) ? COMMAND : SETTING);
    }

    private static void press(String button) {
        browser.tickAll().submit(button);
    }
}

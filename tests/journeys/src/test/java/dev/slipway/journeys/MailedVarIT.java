package dev.slipway.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tests the way of the guides from nothing to a scheduled Value-at-Risk that comes by e-mail: by a new user on the
 * pages, and at the command line.
 */
class MailedVarIT {
    private static final Pattern CODE = Pattern.compile("\\b[0-9]{8}\\b");
    private static final String PASSWORD = "green tulip heavy walnut";

    private static Installation installation;

    @BeforeAll
    static void start() {
        installation = Installation.start();
        template("equity VaR", "--shared");
    }

    @AfterAll
    static void stop() {
        installation.close();
    }

    /** Makes a template of the Value-at-Risk of the demo, as docs/hpc.md does. */
    private static String template(String name, String... more) {
        String document;
        try {
            document = Files.readString(ShippedCommand.root().resolve("deploy/demo/equity-var.xml"))
                    .replace(">10000<", ">${scenarios}<");
        } catch (IOException e) {
            throw new AssertionError("no document of the demo", e);
        }
        List<String> call = new ArrayList<>(List.of(
                "template",
                "create",
                installation.write("equity.xml", document).toString(),
                "--name",
                name,
                "--blank",
                "scenarios:number:1000..1000000=2000"));
        call.addAll(List.of(more));
        return slipway(call.toArray(String[]::new));
    }

    private static String slipway(String... call) {
        return installation.slipway(call).answer();
    }

    private static String code(String address) {
        Matcher code = CODE.matcher(installation.mails().mail(address, 1));
        assertThat(code.find()).isTrue();
        return code.group();
    }

    private static void assertTellsTheVar(String mail, String token) {
        assertThat(mail)
                .startsWith("Slipway: equity-var is done")
                .containsPattern("Figures: .*var_mean_99 = [0-9,.]+ \\([0-9,.]+ to [0-9,.]+\\)")
                .contains("Page: " + installation.url("/ui/jobs/" + token));
    }

    @Test
    void at_the_command_line() {
        String address = "olga@example.org";

        assertThat(installation
                        .slipway("mail", "choose", address, "--on", "closed")
                        .err())
                .contains("`slipway mail confirm CODE`");
        slipway("mail", "confirm", code(address));
        assertThat(slipway("mail", "show")).contains(address, "on       closed");
        String template = template("equity VaR at the shell");
        String schedule = slipway("schedule", "create", template, "--at", "07:30", "--days", "mon-fri");
        String token = slipway("schedule", "run", schedule);

        assertTellsTheVar(installation.mails().mail(address, 2), token);
        assertThat(installation.slipway("mail", "stop").err()).contains("no mails come to you");
    }

    @Test
    void on_the_pages() throws IOException {
        String address = "ann@example.org";
        Path password = installation.write("password", PASSWORD + "\n");
        Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
        installation.slipway(
                "user",
                "add",
                "ann",
                "--source",
                "risk",
                "--store",
                "risk-results",
                "--host",
                "market-data",
                "--password-file",
                password.toString());
        try (Browser browser = new Browser()) {
            browser.view(1280, false).open(installation.url("/login"));
            browser.type("username", "ann").type("password", PASSWORD).submit("main button[type=submit]");

            browser.submit("header a[href$='/ui/account']");
            browser.type("address", address).submit("form[action$='/mail'] button");
            browser.type("code", code(address)).submit("form[action$='/mail/code'] button");
            assertThat(browser.text()).contains("Your address is confirmed");

            browser.open(installation.url("/ui/templates")).submit("main th a");
            browser.click("details summary");
            browser.element("[name=every]").clear();
            browser.submit("button[value=timetable]");
            assertThat(browser.text()).contains("The schedule was made.", "News of its runs can come by e-mail.");
            browser.screenshot("schedule-made", 1280);
            browser.submit("form[action$='/run'] button");
            String token = browser.address().replaceAll(".*/", "");

            String mail = installation.mails().mail(address, 2);
            assertTellsTheVar(mail, token);
            browser.open(mail.replaceAll("(?s).*Page: (\\S+).*", "$1"));
            assertThat(browser.text()).contains("Risk figures", "Value at risk, relative to the mean");
        }
    }
}

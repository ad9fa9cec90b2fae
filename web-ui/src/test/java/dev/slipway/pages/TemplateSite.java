package dev.slipway.pages;

import dev.slipway.desk.Caller;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Gives a class of tests a site with templates of ada, which bob runs. */
abstract class TemplateSite {
    static final Caller BOB = new Caller("bob", Set.of(Caller.Role.USER), "test");

    static Site site;
    static Visitor ada;
    static Visitor bob;
    static Templates templates;

    @BeforeAll
    static void start(@TempDir Path folder) {
        site = new Site(folder);
        ada = site.signedIn("ada");
        bob = site.signedIn("bob");
        templates = new Templates(site, ada);
    }

    @AfterAll
    static void stop() {
        site.close();
    }
}

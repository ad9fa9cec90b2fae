package dev.slipway.pages;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Gives each test of a class a new draft of ada, in a browser without scripts. */
abstract class WizardSite {
    static Site site;
    static Visitor ada;

    Wizard wizard;

    @BeforeAll
    static void start(@TempDir Path folder) {
        site = new Site(folder);
        ada = site.signedIn("ada");
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    @BeforeEach
    void begin() {
        wizard = new Wizard(site, ada);
    }
}

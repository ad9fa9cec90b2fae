package dev.slipway.journeys;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * Takes the pictures of all pages for {@code tests/journeys/pictures.sh}, which copies them into the docs. The class
 * has no checks and takes minutes, so the name of the class keeps the class from the tests.
 */
class PagePictures extends PageVisits {
    @Test
    void all_pages_have_their_pictures() throws IOException {
        StringBuilder list = new StringBuilder("# The pages\n\n")
                .append("Pictures of a service with the demo's data, 1280 and 390 wide."
                        + " `tests/journeys/pictures.sh` takes them anew.\n");
        for (SitePage page : SitePage.ALL) {
            open(page);
            for (int width : new int[] {DESK, PHONE}) {
                browser.view(width, true).screenshot(page.name() + "-dark", width);
                Path whole = browser.view(width, false).screenshot(page.name(), width);
                SmallPicture.small(
                        whole, Browser.PICTURES.resolve("docs"), page.name() + (width == DESK ? "" : "-" + width));
            }
            list.append("\n## ")
                    .append(page.name())
                    .append("\n`")
                    .append(page.path())
                    .append("`: ")
                    .append(page.words())
                    .append("\n\n![")
                    .append(page.name())
                    .append("](")
                    .append(page.name())
                    .append(".png)\n![")
                    .append(page.name())
                    .append(" on a phone](")
                    .append(page.name())
                    .append("-390.png)\n");
        }
        Files.writeString(Browser.PICTURES.resolve("docs/pages.md"), list);
    }
}

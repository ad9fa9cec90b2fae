package dev.slipway.journeys;

import dev.slipway.servers.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.openqa.selenium.By;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.support.ui.Select;

/** Drives Debian's headless Chromium, which talks to this machine only. */
final class Browser implements AutoCloseable {
    static final Path PICTURES = ShippedCommand.root().resolve("tests/journeys/target/screenshots");

    /** The folder of the files that pages hand out. */
    static final Path DOWNLOADS = ShippedCommand.root().resolve("tests/journeys/target/downloads");

    private static final int HEIGHT = 900;

    private final ChromeDriver driver;

    Browser() {
        ChromeOptions options = new ChromeOptions();
        options.setBinary("/usr/bin/chromium");
        options.setAcceptInsecureCerts(true);
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars");
        options.setExperimentalOption("prefs", Map.of("download.default_directory", DOWNLOADS.toString()));
        driver = new ChromeDriver(
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(new java.io.File("/usr/bin/chromedriver"))
                        .build(),
                options);
    }

    Browser open(String url) {
        driver.get(url);
        return this;
    }

    Browser type(String field, String text) {
        find(By.name(field)).sendKeys(text);
        return this;
    }

    /** Chooses the entry of a list with this text. */
    Browser choose(String field, String text) {
        new Select(find(By.name(field))).selectByVisibleText(text);
        return this;
    }

    Browser click(String css) {
        return settled(() -> {
            element(css).click();
            return this;
        });
    }

    /** Chooses all jobs of a list, if the page has one. */
    Browser tickAll() {
        script("document.querySelectorAll('td.tick input').forEach(box => { box.checked = true; })");
        return this;
    }

    /** Clicks an element that leads to another page, and returns when that page is there. */
    Browser submit(String css) {
        return follow(() -> click(css));
    }

    /**
     * Acts, and returns when the page to which the act leads is there. The driver may return from a click before the
     * old page has gone, and further acts would then hit the old page. A script may also hold a press back for a while.
     */
    Browser follow(Runnable act) {
        script("window.slipwayBefore = true");
        act.run();
        Await.until(
                "the page that this leads to",
                () -> Boolean.TRUE.equals(
                        script("return !window.slipwayBefore && document.readyState === 'complete'")));
        return this;
    }

    WebElement element(String css) {
        return find(By.cssSelector(css));
    }

    private WebElement find(By by) {
        try {
            return driver.findElement(by);
        } catch (NoSuchElementException e) {
            throw new AssertionError("no %s on %s, which says:\n%s".formatted(by, address(), text()), e);
        }
    }

    int count(String css) {
        return driver.findElements(By.cssSelector(css)).size();
    }

    String text() {
        return text("body");
    }

    /** Returns the text of all these elements. */
    String text(String css) {
        return settled(() -> driver.findElements(By.cssSelector(css)).stream()
                .map(WebElement::getText)
                .collect(Collectors.joining("\n")));
    }

    /** Acts on elements of a page. A live page may remove an element meanwhile; then the act is done again. */
    private static <T> T settled(Supplier<T> act) {
        for (int tries = 1; ; tries++) {
            try {
                return act.get();
            } catch (StaleElementReferenceException e) {
                if (tries == 10) {
                    throw e;
                }
            }
        }
    }

    /** Returns the texts of the cells of these rows of tables. */
    @SuppressWarnings("unchecked")
    List<List<String>> rows(String css) {
        return (List<List<String>>) script("return [...document.querySelectorAll('" + css
                + "')].map(row => [...row.cells].map(cell => cell.innerText.trim()))");
    }

    String address() {
        return driver.getCurrentUrl();
    }

    Object script(String script) {
        return driver.executeScript(script);
    }

    /** Shows pages with this width, in the dark or the light scheme. */
    Browser view(int width, boolean dark) {
        size(width, HEIGHT);
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
        return this;
    }

    /** Sets the size of the screen: windows have a least width, and screens have no least width. */
    private void size(int width, long height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    }

    /** Returns whether a part of the page lies beyond the right edge. */
    boolean scrollsSideways() {
        return (Boolean) script("return document.documentElement.scrollWidth > document.documentElement.clientWidth");
    }

    /** Presses keys at the present focus. */
    Browser press(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
        return this;
    }

    /**
     * Resets the focus as on a new page. Removing the focus is not enough, because Tab would go on from the old place.
     */
    Browser unfocus() {
        script("""
                const first = document.createElement('span');
                first.tabIndex = -1;
                document.body.prepend(first);
                first.focus();
                first.remove();
                window.scrollTo(0, 0);
                """);
        return this;
    }

    /** Signs the user out by deleting the cookies. */
    Browser forget() {
        // A request of a live page would begin another session beside that of the login.
        driver.get("about:blank");
        driver.executeCdpCommand("Network.clearBrowserCookies", Map.of());
        return this;
    }

    /** Returns the value that {@code script} passes to the function in the last argument. */
    Object later(String script, Object... arguments) {
        return driver.executeAsyncScript(script, arguments);
    }

    /** Sends a form as the open page would. Returns the path to which the form led. */
    String post(String path, Map<String, String> form) {
        return (String) later("""
                const [path, form, told] = arguments;
                const body = new URLSearchParams(form);
                body.set('_csrf', document.querySelector('[name=_csrf]').value);
                fetch(path, { method: 'POST', body })
                  .then(answer => told(new URL(answer.url).pathname), failure => told(String(failure)));
                """, path, form);
    }

    /** Takes a picture of the whole page, {@code width} pixels wide, into {@code tests/journeys/target/screenshots}. */
    Path screenshot(String name, int width) {
        size(width, HEIGHT);
        size(width, Math.max(HEIGHT, ((Number) script("return document.documentElement.scrollHeight")).longValue()));
        try {
            Path folder = Files.createDirectories(PICTURES);
            return Files.write(folder.resolve(name + "-" + width + ".png"), driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            size(width, HEIGHT);
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}

package dev.slipway.journeys;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** Debian's headless Chromium. It talks to this machine only. */
final class Browser implements AutoCloseable {
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
        driver.findElement(By.name(field)).sendKeys(text);
        return this;
    }

    Browser click(String css) {
        element(css).click();
        return this;
    }

    WebElement element(String css) {
        return driver.findElement(By.cssSelector(css));
    }

    int count(String css) {
        return driver.findElements(By.cssSelector(css)).size();
    }

    String text() {
        return element("body").getText();
    }

    String address() {
        return driver.getCurrentUrl();
    }

    Object script(String script) {
        return driver.executeScript(script);
    }

    /** A picture of the whole page, {@code width} pixels wide, in {@code tests/journeys/target/screenshots}. */
    Path screenshot(String name, int width) {
        driver.manage().window().setSize(new Dimension(width, 900));
        long height = ((Number) script("return document.documentElement.scrollHeight")).longValue();
        driver.manage().window().setSize(new Dimension(width, (int) height + 140));
        try {
            Path folder = Files.createDirectories(Command.root().resolve("tests/journeys/target/screenshots"));
            return Files.write(folder.resolve(name + "-" + width + ".png"), driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        driver.quit();
    }
}

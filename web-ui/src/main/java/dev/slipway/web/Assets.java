package dev.slipway.web;

import dev.slipway.digest.Sha256;
import jakarta.servlet.ServletContext;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.springframework.boot.web.servlet.ServletContextInitializer;
import org.springframework.stereotype.Component;

/**
 * Serves the style sheet, the script and the logo under a path that contains a hash of their content. JSPs find the
 * path as {@code applicationScope.assets}.
 */
@Component
class Assets implements ServletContextInitializer {
    static final String FOLDER = "dev/slipway/web/assets/";
    private static final List<String> FILES = List.of(
            "slipway.css",
            "forms.css",
            "operations.css",
            "live.js",
            "list.js",
            "output.js",
            "zone.js",
            "watch.js",
            "wizard.js",
            "unsaved.js",
            "files.js",
            "logo.svg");

    private final String path = "/assets/" + digest();

    /** Returns the path of the folder below the context path, without a slash at the end. */
    String path() {
        return path;
    }

    @Override
    public void onStartup(ServletContext context) {
        context.setAttribute("assets", context.getContextPath() + path);
    }

    private static String digest() {
        Sha256 digest = new Sha256();
        for (String file : FILES) {
            digest.add(read(file));
        }
        return digest.end().substring(0, 16);
    }

    private static byte[] read(String file) {
        try (InputStream in = Assets.class.getClassLoader().getResourceAsStream(FOLDER + file)) {
            if (in == null) {
                throw new IllegalStateException("asset " + file + " is not in the jar");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.slipway.faults;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/** Tells a victim where its world is. One JVM writes the places to a file, the next one reads them. */
record Places(Properties values) {

    static Places read(Path file) throws IOException {
        Properties values = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            values.load(reader);
        }
        return new Places(values);
    }

    void write(Path file) throws IOException {
        try (Writer writer = Files.newBufferedWriter(file)) {
            values.store(writer, null);
        }
    }

    Places with(String key, Object value) {
        values.setProperty(key, value.toString());
        return this;
    }

    String text(String key) {
        String value = values.getProperty(key);
        if (value == null) {
            throw new IllegalStateException("no place " + key);
        }
        return value;
    }

    Optional<String> find(String key) {
        return Optional.ofNullable(values.getProperty(key));
    }

    Path path(String key) {
        return Path.of(text(key));
    }

    int number(String key) {
        return Integer.parseInt(text(key));
    }
}

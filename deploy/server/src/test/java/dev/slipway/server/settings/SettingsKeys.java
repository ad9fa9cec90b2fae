package dev.slipway.server.settings;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Lists the keys of {@code slipway.yaml} by the records that hold the values. */
final class SettingsKeys {
    private final List<Section> sections = new ArrayList<>();

    private SettingsKeys() {}

    /**
     * A key with a single value, or with a list of values.
     *
     * @param path from {@code slipway} on, with NAME for each name that the operator chooses
     */
    record Key(String path, RecordComponent component) {
        /** Returns the last part of the path. */
        String name() {
            return path.substring(path.lastIndexOf('.') + 1);
        }
    }

    /**
     * The keys of one record.
     *
     * @param path of the record; empty for the keys at the top
     */
    record Section(String path, List<Key> keys) {}

    /** Returns all sections in the order of the records. */
    static List<Section> sections() {
        SettingsKeys found = new SettingsKeys();
        found.section("", ServerSettings.class);
        return found.sections;
    }

    private void section(String path, Class<?> type) {
        List<Key> keys = new ArrayList<>();
        sections.add(new Section(path, keys));
        for (RecordComponent component : type.getRecordComponents()) {
            String key = (path.isEmpty() ? "" : path + ".") + kebab(component.getName());
            if (component.getType().isRecord()) {
                section(key, component.getType());
            } else if (component.getType() == Map.class) {
                named(key, component, keys);
            } else if (component.getType() == List.class && element(component, 0) instanceof Class<?> of) {
                listed(key, component, of, keys);
            } else {
                keys.add(new Key(key, component));
            }
        }
    }

    private void named(String key, RecordComponent component, List<Key> keys) {
        Class<?> of = (Class<?>) element(component, 1);
        if (of.isRecord()) {
            section(key + ".NAME", of);
        } else {
            keys.add(new Key(key + ".NAME", component));
        }
    }

    private void listed(String key, RecordComponent component, Class<?> of, List<Key> keys) {
        if (of.isRecord()) {
            section(key + "[0]", of);
        } else {
            keys.add(new Key(key, component));
        }
    }

    private static Type element(RecordComponent component, int place) {
        return ((ParameterizedType) component.getGenericType()).getActualTypeArguments()[place];
    }

    private static String kebab(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}

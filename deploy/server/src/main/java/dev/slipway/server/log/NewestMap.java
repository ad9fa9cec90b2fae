package dev.slipway.server.log;

import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps the entries that were asked for last, up to a limit. */
final class NewestMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    private final int most;

    NewestMap(int most) {
        super(16, 0.75f, true);
        this.most = most;
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > most;
    }
}

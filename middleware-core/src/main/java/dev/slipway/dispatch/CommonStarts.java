package dev.slipway.dispatch;

import dev.slipway.run.RunOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Gathers the runs of a user that are ready at once, so that their cluster can take them in one call. The first run
 * waits only for the end of the loop's present task. While runs of a user are being started, further runs of the user
 * gather. Of many runs the first call has a few, so that the cluster has work while the others are made ready. Each
 * further call has twice as many. Used on the loop's thread.
 */
final class CommonStarts {
    private static final int FIRST = 32;
    private static final int MOST = 1_024;

    private final Loop loop;
    private final Function<String, Executor> runners;
    private final Consumer<List<Ready>> start;
    private final Map<Line, List<Ready>> gathered = new HashMap<>();
    private final Set<Line> starting = new HashSet<>();
    private final Map<Line, Integer> sizes = new HashMap<>();

    /** The runs of a user at one partition of a machine. */
    record Line(String machine, String partition, String user) {}

    /** A run that is next in turn. */
    record Ready(OpenJob work, RunOrder order) {}

    /**
     * @param runners the threads for the calls of a launcher, by the name of the machine that answers them
     * @param start starts runs of one line, on such a thread
     */
    CommonStarts(Loop loop, Function<String, Executor> runners, Consumer<List<Ready>> start) {
        this.loop = loop;
        this.runners = runners;
        this.start = start;
    }

    void add(Line line, Ready run) {
        gathered.computeIfAbsent(line, one -> new ArrayList<>()).add(run);
        loop.execute(() -> go(line));
    }

    private void go(Line line) {
        if (!gathered.containsKey(line) || !starting.add(line)) {
            return;
        }
        List<Ready> some = next(line);
        runners.apply(line.machine()).execute(() -> {
            try {
                start.accept(some);
            } finally {
                loop.execute(() -> {
                    starting.remove(line);
                    go(line);
                });
            }
        });
    }

    /** Takes the runs of the next call. The others stay gathered. */
    private List<Ready> next(Line line) {
        List<Ready> all = gathered.remove(line);
        int size = Math.min(all.size(), sizes.getOrDefault(line, FIRST));
        if (size == all.size()) {
            sizes.remove(line);
        } else {
            sizes.put(line, Math.min(MOST, 2 * size));
            gathered.put(line, new ArrayList<>(all.subList(size, all.size())));
        }
        return all.subList(0, size);
    }
}

package dev.slipway.run.slurm;

import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/** Does the same work for several things at once, on threads of its own. One thing alone needs no other thread. */
final class SideBySide {
    private final ExecutorService threads;

    SideBySide(int count, String name) {
        threads = Executors.newFixedThreadPool(count, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /**
     * Does the work for each thing. Returns the results in the order of the things, without those that met a problem.
     *
     * @param failed gets the problem of each thing that met one, on the caller's thread
     */
    <T, R> List<R> each(List<T> things, Function<T, R> work, BiConsumer<T, Problem> failed)
            throws InterruptedException {
        List<Callable<R>> tasks =
                things.stream().<Callable<R>>map(one -> () -> work.apply(one)).toList();
        List<R> done = new ArrayList<>();
        List<Future<R>> all = things.size() > 1 ? threads.invokeAll(tasks) : List.of();
        for (int i = 0; i < things.size(); i++) {
            try {
                done.add(all.isEmpty() ? work.apply(things.get(i)) : all.get(i).get());
            } catch (ProblemException e) {
                failed.accept(things.get(i), e.problem());
            } catch (ExecutionException e) {
                if (!(e.getCause() instanceof ProblemException cause)) {
                    throw new IllegalStateException(e.getCause());
                }
                failed.accept(things.get(i), cause.problem());
            }
        }
        return done;
    }

    /** Does work without results for each thing, as {@link #each} does. */
    <T> void forEach(List<T> things, Consumer<T> work, BiConsumer<T, Problem> failed) throws InterruptedException {
        each(
                things,
                one -> {
                    work.accept(one);
                    return one;
                },
                failed);
    }

    void close() {
        threads.shutdown();
    }
}

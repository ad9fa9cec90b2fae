package dev.slipway.faults;

import dev.slipway.effect.KillPoint;
import dev.slipway.effect.Witness;
import dev.slipway.job.Job;
import dev.slipway.job.JobEvent;
import dev.slipway.job.JobState;
import dev.slipway.job.RecordedEvent;
import dev.slipway.journal.JobChange;
import dev.slipway.journal.JobJournal;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Reports every point at the first passage, and stops at the armed point. There the parent kills this JVM, or a server
 * that this JVM needs.
 */
final class KillSwitch implements Witness {
    static final String PASSED = "passed ";
    static final String AT = "at ";

    private final Consumer<String> said;
    private final Set<String> passed = ConcurrentHashMap.newKeySet();
    private volatile String armed = "";
    private volatile CountDownLatch standing = new CountDownLatch(1);

    KillSwitch(Consumer<String> said) {
        this.said = said;
    }

    void arm(String point) {
        standing = new CountDownLatch(1);
        armed = point;
    }

    /** Forgets the reported points, so that all are reported again. */
    void forget() {
        passed.clear();
    }

    @Override
    public void passes(KillPoint point) {
        passes(point.toString());
    }

    private void passes(String point) {
        if (passed.add(point)) {
            said.accept(PASSED + point);
        }
        if (point.equals(armed)) {
            said.accept(AT + point);
            stand(standing);
        }
    }

    /** Lets the thread that stands at the armed point go on, and disarms the point. */
    void letGo() {
        armed = "";
        standing.countDown();
    }

    private static void stand(CountDownLatch gate) {
        boolean interrupted = false;
        while (gate.getCount() > 0) {
            try {
                gate.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the name of a row of the life cycle; its two points are named after the row. */
    static String row(Optional<JobState> from, JobEvent.Kind event) {
        return from.map(JobState::name).orElse("none") + " + " + event;
    }

    static String before(String row) {
        return "journal: " + row + ", not recorded";
    }

    static String after(String row) {
        return "journal: " + row + ", recorded";
    }

    /** Returns the journal with one kill point before each event and one after it. */
    JobJournal watch(JobJournal journal) {
        return (JobJournal) Proxy.newProxyInstance(
                JobJournal.class.getClassLoader(),
                new Class<?>[] {JobJournal.class},
                (proxy, method, arguments) -> call(journal, method, arguments));
    }

    private Object call(JobJournal journal, Method method, Object[] arguments) throws Throwable {
        List<String> rows = rows(method, arguments);
        rows.forEach(row -> passes(before(row)));
        try {
            Object answer = method.invoke(journal, arguments);
            rows.forEach(row -> passes(after(row)));
            return answer;
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static List<String> rows(Method method, Object[] arguments) {
        if (method.getName().equals("accept")) {
            return List.of(row(Optional.empty(), JobEvent.Kind.ACCEPTED));
        }
        if (!method.getName().equals("append")) {
            return List.of();
        }
        if (arguments[0] instanceof List<?> changes) {
            return changes.stream()
                    .map(change -> (JobChange) change)
                    .flatMap(change -> rows(change.job(), change.events()).stream())
                    .toList();
        }
        return rows((Job) arguments[0], (List<?>) arguments[1]);
    }

    private static List<String> rows(Job before, List<?> events) {
        List<String> rows = new ArrayList<>();
        Job job = before;
        for (Object event : events) {
            JobEvent next = (JobEvent) event;
            rows.add(row(Optional.of(job.state()), next.kind()));
            job = job.then(new RecordedEvent(job.version() + 1, Instant.EPOCH, next));
        }
        return rows;
    }
}

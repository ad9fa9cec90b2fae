package dev.slipway.load;

import dev.slipway.document.reader.JobDocumentReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives damaged documents to the reader in this process, and damaged requests to a real service. Faults are reported,
 * and their samples kept.
 */
final class Fuzz {
    private static final int CALLERS = 2;
    private static final int TRIES_ALONE = 3;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final LiveService service;
    private final Duration longest;
    private final Path folder;
    private final String authorization;
    private final AnswerCheck check;
    private final JobDocumentReader reader = new JobDocumentReader();
    private final List<String> findings = Collections.synchronizedList(new ArrayList<>());
    private final List<Sample> slow = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger cases = new AtomicInteger();
    private final AtomicInteger late = new AtomicInteger();
    private final AtomicLong slowest = new AtomicLong();
    private final AtomicLong slowestAlone = new AtomicLong();
    private String job;

    /**
     * @param longest time for an answer to the only caller
     * @param folder for the samples that caused a fault
     * @param secrets of the service, which no answer may contain
     */
    Fuzz(LiveService service, Duration longest, Path folder, List<String> secrets) throws IOException {
        this.service = service;
        this.longest = longest;
        this.folder = folder;
        try (HttpConnection connection = service.connection(PATIENCE.multipliedBy(6))) {
            String login = text(connection.exchange(service.calls().call("<s:login/>")), "token");
            authorization = "Bearer " + login;
            job = text(
                    connection.exchange(service.calls().call(Calls.submit(Calls.job(FuzzService.PROGRAM)))), "token");
            // The first caller makes the service generate a key, which takes time.
            connection.exchange(service.calls().call("<s:publicKeys/>"));
            List<String> all = new ArrayList<>(secrets);
            all.addAll(List.of(login, service.operatorPassword(), Corpus.CANARY));
            check = new AnswerCheck(all);
        }
    }

    private static String text(HttpAnswer answer, String element) throws IOException {
        String[] parts = answer.text().split("<(?:\\w+:)?" + element + ">", 2);
        if (answer.status() != 200 || parts.length < 2) {
            throw new IOException("no " + element + ": " + answer.text());
        }
        return parts[1].substring(0, parts[1].indexOf('<'));
    }

    /**
     * Tries the samples of these numbers, {@code from} inclusive; each number is one document and one request. Slow
     * samples are then tried again without other callers.
     */
    void run(Path root, long seed, int from, int to) throws IOException, InterruptedException, ExecutionException {
        Corpus corpus = new Corpus(root, job, seed);
        AtomicInteger next = new AtomicInteger(from);
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        List<Future<Void>> parts = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            parts.add(callers.submit(() -> {
                try (HttpConnection connection = service.connection(PATIENCE)) {
                    for (int one = next.getAndIncrement(); one < to; one = next.getAndIncrement()) {
                        examine(corpus.document(one), connection);
                        examine(corpus.request(one), connection);
                    }
                }
                return null;
            }));
        }
        try {
            for (Future<Void> part : parts) {
                part.get();
            }
        } finally {
            callers.shutdownNow();
        }
        slowAlone();
    }

    /** Tries one kept sample. */
    void replay(Path file) throws IOException {
        try (HttpConnection connection = service.connection(PATIENCE)) {
            examine(Sample.kept(file), connection);
        }
        slowAlone();
    }

    /** Returns how many inputs were tried, each counted once. */
    int cases() {
        return cases.get();
    }

    /** Returns how many samples were slow among other callers, whether or not they were slow alone. */
    int late() {
        return late.get();
    }

    List<String> findings() {
        return List.copyOf(findings);
    }

    /** Returns the time of the slowest answer among other callers. */
    double slowestMillis() {
        return slowest.get() / 1e6;
    }

    /**
     * Returns the slowest time of the samples that were slow among other callers; 0 if there were no such samples. The
     * time of a sample is the least of three tries alone, without waits for a processor.
     */
    double slowestAloneMillis() {
        return slowestAlone.get() / 1e6;
    }

    private void examine(Sample sample, HttpConnection connection) throws IOException {
        long begun = System.nanoTime();
        Optional<String> complaint = tried(sample, connection);
        long took = System.nanoTime() - begun;
        cases.incrementAndGet();
        slowest.accumulateAndGet(took, Math::max);
        if (complaint.isPresent()) {
            blame(sample, complaint.get());
        } else if (took > longest.toNanos()) {
            late.incrementAndGet();
            slow.add(sample);
        }
    }

    /**
     * Repeats slow samples alone, because other work on the machine holds up a call now and then. A sample is slow if
     * it is slow three times without another caller, not counting the time in which threads were ready and no processor
     * was free.
     */
    private void slowAlone() throws IOException {
        try (HttpConnection connection = service.connection(PATIENCE)) {
            for (Sample sample : slow) {
                alone(sample, connection);
            }
        }
        slow.clear();
    }

    private void alone(Sample sample, HttpConnection connection) throws IOException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES_ALONE && least > longest.toNanos(); i++) {
            long held = waitedNanos();
            long begun = System.nanoTime();
            Optional<String> complaint = tried(sample, connection);
            long took = System.nanoTime() - begun;
            least = Math.min(least, took - (waitedNanos() - held));
            if (complaint.isPresent()) {
                blame(sample, complaint.get());
                return;
            }
        }
        slowestAlone.accumulateAndGet(least, Math::max);
        if (least > longest.toNanos()) {
            blame(sample, "it takes " + least / 1_000_000 + " ms");
        }
    }

    private long waitedNanos() throws IOException {
        return service.waitedForProcessorNanos() + LiveService.myWaitNanos();
    }

    private void blame(Sample sample, String complaint) throws IOException {
        findings.add(complaint + ": " + sample.keep(folder));
    }

    private Optional<String> tried(Sample sample, HttpConnection connection) {
        try {
            return switch (sample.kind()) {
                case DOCUMENT -> read(sample);
                case CALL -> check.complaint(sample, answer(sample, connection));
                case REQUEST -> check.complaint(sample, last(sample));
            };
        } catch (CutOff e) {
            // The service may cut off a request with a damaged frame without a word.
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("no answer: " + e.getMessage());
        } catch (NumberFormatException e) {
            return Optional.of("no answer in HTTP: " + e.getMessage());
        }
    }

    private Optional<String> read(Sample sample) {
        try {
            reader.read(sample.bytes());
            return Optional.empty();
        } catch (RuntimeException | StackOverflowError e) {
            return Optional.of("the reader throws " + e);
        }
    }

    private HttpAnswer answer(Sample sample, HttpConnection connection) throws IOException {
        boolean used = connection.isOpen();
        try {
            return connection.exchange(sample.wire(authorization));
        } catch (IOException e) {
            if (!used) {
                throw e;
            }
            // The service may have closed the connection after the answer before.
            return connection.exchange(sample.wire(authorization));
        }
    }

    private static final class CutOff extends IOException {
        private static final long serialVersionUID = 1L;
    }

    private HttpAnswer last(Sample sample) throws IOException {
        try (HttpConnection own = service.connection(PATIENCE)) {
            own.open();
            try {
                return own.last(sample.wire(authorization));
            } catch (java.net.SocketTimeoutException e) {
                throw e;
            } catch (IOException e) {
                throw new CutOff();
            }
        }
    }
}

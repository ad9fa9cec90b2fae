package dev.slipway.run.slurm;

import dev.slipway.request.RunPath;
import dev.slipway.run.OsAccount;
import dev.slipway.servers.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A scratch folder on this machine, with real shells for its commands. Copies stand for transfers. */
final class LocalScratch implements ClusterScratch, ClusterCommands {
    static final OsAccount ALICE = new OsAccount("alice", 1000, 1000);

    private final Path root;
    private Runnable afterCopies = () -> {};
    private Function<ClusterCall, Optional<ClusterAnswer>> answers = call -> Optional.empty();
    private int commands;

    LocalScratch(Path root) {
        this.root = root;
    }

    /** Does this after all files of a transfer are copied. */
    void afterCopies(Runnable work) {
        afterCopies = work;
    }

    /** Gives an answer of a user's own to some commands. */
    void answersBy(Function<ClusterCall, Optional<ClusterAnswer>> own) {
        answers = own;
    }

    /** Returns the number of commands so far. */
    int commands() {
        return commands;
    }

    @Override
    public Path root() {
        return root;
    }

    @Override
    public void send(OsAccount account, Path here, Collection<RunPath> files, Path there) {
        files.forEach(file -> copy(file.in(here), file.in(there)));
        afterCopies.run();
    }

    @Override
    public void fetch(OsAccount account, Path there, Map<RunPath, Long> sizes, Path here) {
        sizes.keySet().forEach(file -> copy(file.in(there), file.in(here)));
        afterCopies.run();
    }

    private static void copy(Path from, Path to) {
        try {
            Files.createDirectories(to.getParent());
            Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public ClusterAnswer answer(ClusterCall call, Runnable begun) throws InterruptedException {
        commands++;
        Optional<ClusterAnswer> own = answers.apply(call);
        if (own.isPresent()) {
            return own.get();
        }
        try {
            Process process = new ProcessBuilder(call.argv()).start();
            process.getOutputStream().write(call.input().getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().close();
            String out = Await.output(process);
            String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            return new ClusterAnswer(process.waitFor(), out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

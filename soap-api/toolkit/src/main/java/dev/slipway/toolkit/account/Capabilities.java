package dev.slipway.toolkit.account;

import dev.slipway.toolkit.answer.Answer;
import dev.slipway.toolkit.answer.ExitStatus;
import dev.slipway.toolkit.answer.Json;
import dev.slipway.toolkit.terminal.Figures;
import dev.slipway.toolkit.verb.Verb;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** Calls the service's capabilities. */
@Command(
        name = "capabilities",
        description =
                "Shows partitions, limits, sources, hosts, sites, folders and places of callbacks that you may use.")
public final class Capabilities extends Verb {
    @Override
    protected int run() {
        Answer answer = ask("capabilities");
        if (json()) {
            return answer(Json.object(answer, "partitions", "sources", "stores", "hosts", "callbacks"));
        }
        terminal().line("version    " + answer.text("version"));
        for (Answer partition : answer.all("partition")) {
            terminal()
                    .line("partition  " + partition.text("name") + ": "
                            + Figures.count(partition.number("processes")) + " processes at once, "
                            + Figures.span(
                                    Instant.EPOCH,
                                    Instant.EPOCH.plus(Duration.ofSeconds(partition.number("wallTimeSeconds"))))
                            + " at most" + kind(partition) + "; documents may set " + words(partition.all("variable")));
        }
        terminal().line("call       " + Figures.bytes(answer.number("largestCall")) + " at most");
        terminal().line("document   " + Figures.bytes(answer.number("largestDocument")) + " at most");
        terminal().line("sweep      " + Figures.count(answer.number("largestSweep"), "job") + " at most");
        terminal()
                .line("waiting    " + Figures.count(answer.number("waitingJobsPerUser"), "job") + " of yours at most");
        terminal()
                .line("uploads    " + Figures.bytes(answer.number("largestUpload")) + " each, "
                        + Figures.bytes(answer.number("uploadsPerUser")) + " of yours at most");
        terminal().line("sources    " + words(answer.all("source")));
        terminal().line("stores     " + words(answer.all("store")));
        terminal().line("hosts      " + words(answer.all("host")));
        terminal().line("sites      " + words(answer.all("site")));
        terminal().line("folders    " + words(answer.all("folder")));
        terminal().line("callbacks  " + words(answer.all("callback")));
        answer.child("user").ifPresent(user -> terminal()
                .line("you        " + user.text("name") + ": "
                        + words(user.all("role")).toLowerCase(Locale.ROOT)));
        return ExitStatus.DONE;
    }

    /** Returns what lies beneath the partition; empty for the service's machine, and for an older service. */
    private static String kind(Answer partition) {
        return partition
                .child("kind")
                .map(Answer::text)
                .filter(kind -> !kind.equals("machine"))
                .map(kind -> ", of kind " + kind)
                .orElse("");
    }

    /** Returns words on one line; a dash for an empty list. */
    static String words(List<Answer> words) {
        return words.isEmpty() ? "-" : words.stream().map(Answer::text).collect(Collectors.joining(" "));
    }
}

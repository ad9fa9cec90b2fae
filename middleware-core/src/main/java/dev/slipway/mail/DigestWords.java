package dev.slipway.mail;

import dev.slipway.problem.Printable;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** Writes the mail about the runs of a user's schedules. */
record DigestWords(URI pages) {

    /** Writes one mail to one user about several runs. */
    Letter letter(List<ScheduleRun> runs) {
        ScheduleRun.Reader reader = runs.get(0).reader();
        Map<String, List<ScheduleRun>> bySchedule = runs.stream()
                .collect(Collectors.groupingBy(ScheduleRun::schedule, LinkedHashMap::new, Collectors.toList()));
        StringBuilder body = new StringBuilder();
        bySchedule.forEach((name, some) -> {
            body.append("Schedule ")
                    .append(Printable.line(name))
                    .append(": ")
                    .append(sum(some))
                    .append('\n');
            some.forEach(run -> body.append("  ").append(words(run)).append('\n'));
            body.append('\n');
        });
        body.append("You chose ")
                .append(
                        switch (reader.digest()) {
                            case EACH -> "a mail for each run";
                            case DAILY -> "one mail a day";
                            case WEEKLY -> "one mail a week";
                        })
                .append(" for your schedules on your account page: ")
                .append(pages)
                .append("/ui/account\n");
        return new Letter(
                UUID.randomUUID().toString(), reader.address(), "Slipway: schedules, " + sum(runs), body.toString());
    }

    private static String sum(List<ScheduleRun> runs) {
        long failed = runs.stream().filter(ScheduleRun::failed).count();
        return (runs.size() == 1 ? "1 run" : runs.size() + " runs") + (failed == 0 ? "" : ", " + failed + " failed");
    }

    private String words(ScheduleRun run) {
        return JobLetters.MOMENT.format(run.closed().atZone(run.reader().zone())) + ", "
                + run.outcome().toLowerCase(Locale.ROOT) + ", " + pages + "/ui/jobs/" + run.token();
    }
}

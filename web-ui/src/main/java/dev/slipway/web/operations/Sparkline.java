package dev.slipway.web.operations;

import dev.slipway.staging.PlaceHealth.Answer;
import dev.slipway.web.Readable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Draws the latencies of a place's last answers as a line, in {@code viewBox} units; the newest stands at the
 * right, the oldest at the left.
 * Where the place did not let the service in, the line breaks and a mark stands in the gap.
 *
 * @param line the {@code d} of a path; empty without a good answer
 * @param slowest of the good answers
 */
public record Sparkline(String line, List<Mark> marks, String slowest) {
    static final double WIDTH = 120;
    static final double FLOOR = 26;
    private static final double TOP = 4;
    private static final double EDGE = 3;

    /** Marks one answer that stands apart. */
    public record Mark(double x, double y, boolean bad) {}

    static Sparkline of(List<Answer> answers) {
        Optional<Duration> slowest =
                answers.stream().filter(Sparkline::good).map(Answer::took).max(Duration::compareTo);
        StringBuilder line = new StringBuilder();
        List<Mark> marks = new ArrayList<>();
        boolean drawing = false;
        double step = answers.size() < 2 ? 0 : (WIDTH - 2 * EDGE) / (answers.size() - 1);
        for (int i = 0; i < answers.size(); i++) {
            Answer answer = answers.get(i);
            double x = Math.round((WIDTH - EDGE - step * (answers.size() - 1 - i)) * 10) / 10.0;
            if (good(answer)) {
                double y = height(answer.took(), slowest.orElseThrow());
                line.append(drawing ? 'L' : 'M').append(x).append(' ').append(y);
                if (i == answers.size() - 1) {
                    marks.add(new Mark(x, y, false));
                }
            } else {
                marks.add(new Mark(x, TOP, true));
            }
            drawing = good(answer);
        }
        return new Sparkline(
                line.toString(),
                List.copyOf(marks),
                slowest.map(Sparkline::words).orElse(""));
    }

    private static boolean good(Answer answer) {
        return answer.problem().isEmpty();
    }

    private static double height(Duration took, Duration slowest) {
        double share = slowest.isZero() ? 0 : (double) took.toNanos() / slowest.toNanos();
        return Math.round((FLOOR - share * (FLOOR - TOP)) * 10) / 10.0;
    }

    /**
     * Formats a latency. Answers from this machine take less than a millisecond, the smallest unit of
     * {@link Readable#duration}.
     */
    static String words(Duration took) {
        return took.toMillis() < 1 ? "< 1 ms" : Readable.duration(took);
    }
}

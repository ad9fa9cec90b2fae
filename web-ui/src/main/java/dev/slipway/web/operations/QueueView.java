package dev.slipway.web.operations;

import dev.slipway.job.JobState;
import dev.slipway.operations.LimitUse;
import dev.slipway.operations.PartitionStanding;
import dev.slipway.operations.QueueStanding;
import dev.slipway.stoppage.Stoppage.LaunchesOn;
import dev.slipway.web.Readable;
import java.util.List;
import java.util.Map;

/**
 * Describes the queue for the JSP.
 *
 * @param changes whether the reader may drain and resume
 * @param open whether a job may change any moment
 * @param drained null if launches are not stopped
 * @param shortage empty if the disks have room
 */
public record QueueView(
        boolean changes,
        boolean open,
        StopView drained,
        String shortage,
        List<PartitionRow> partitions,
        List<Count> states,
        List<Count> flags,
        List<Count> outcomes,
        List<Limit> limits,
        List<Disk> disks) {

    /**
     * Describes one partition.
     *
     * @param subject name of the partition in requests to drain or resume
     * @param why reason for which ready jobs wait; may be empty
     * @param drained null if the partition is not drained
     */
    public record PartitionRow(
            String name,
            String subject,
            int slots,
            int taken,
            int idle,
            SlotBar bar,
            String runs,
            String ready,
            String why,
            String held,
            String coming,
            StopView drained) {}

    /** Counts jobs of one standing. */
    public record Count(String of, String jobs, boolean none) {}

    /**
     * Describes how far a limit is used.
     *
     * @param most empty where there is no limit
     * @param percent used part of the limit; meaningless where there is no limit
     */
    public record Limit(String of, String used, String most, int percent) {}

    /** Describes the room on a file system. */
    public record Disk(String of, String free, String spare, boolean full) {}

    static QueueView of(QueueStanding queue, boolean changes) {
        return new QueueView(
                changes,
                queue.jobs().byState().entrySet().stream()
                        .anyMatch(count -> count.getKey() != JobState.CLOSED && count.getValue() > 0),
                queue.drained().map(StopView::of).orElse(null),
                queue.shortage().orElse(""),
                queue.partitions().stream().map(QueueView::row).toList(),
                queue.jobs().byState().entrySet().stream()
                        .filter(count -> count.getKey() != JobState.CLOSED)
                        .map(count -> count(count.getKey().name(), count.getValue()))
                        .toList(),
                List.of(
                        count("BLOCKED", queue.jobs().blocked()),
                        count("HELD", queue.jobs().held())),
                outcomes(queue.jobs().closed()),
                queue.limits().stream().map(QueueView::limit).toList(),
                queue.disks().stream()
                        .map(disk -> new Disk(
                                disk.use().name(),
                                Readable.bytes(disk.free()),
                                Readable.bytes(disk.spare()),
                                disk.free() < disk.spare()))
                        .toList());
    }

    private static List<Count> outcomes(Map<String, Long> closed) {
        return List.of("DONE", "FAILED", "CANCELLED").stream()
                .map(outcome -> count(outcome, closed.getOrDefault(outcome, 0L)))
                .toList();
    }

    private static Count count(String of, long jobs) {
        return new Count(of, Readable.count(jobs), jobs == 0);
    }

    private static PartitionRow row(PartitionStanding partition) {
        return new PartitionRow(
                partition.name(),
                new LaunchesOn(partition.name()).word(),
                partition.slots(),
                partition.taken(),
                partition.idle(),
                SlotBar.of(partition.slots(), partition.taken()),
                Readable.count(partition.runs()),
                Readable.count(partition.waiting().ready()),
                partition.waiting().why().orElse(""),
                Readable.count(partition.waiting().held()),
                Readable.count(partition.waiting().coming()),
                partition.drained().map(StopView::of).orElse(null));
    }

    private static Limit limit(LimitUse use) {
        boolean bytes = use.limit() == LimitUse.Limit.SCRATCH_BYTES;
        boolean limited = use.most() < (bytes ? Long.MAX_VALUE : Integer.MAX_VALUE);
        return new Limit(
                use.limit().name(),
                number(use.used(), bytes),
                limited ? number(use.most(), bytes) : "",
                limited ? (int) Math.min(100, Math.round(100.0 * use.used() / use.most())) : 0);
    }

    private static String number(long value, boolean bytes) {
        return bytes ? Readable.bytes(value) : Readable.count(value);
    }
}

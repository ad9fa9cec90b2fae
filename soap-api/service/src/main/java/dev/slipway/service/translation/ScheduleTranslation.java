package dev.slipway.service.translation;

import dev.slipway.job.JobToken;
import dev.slipway.schedule.Firing;
import dev.slipway.schedule.Schedule;
import dev.slipway.schedule.ScheduleDesk;
import dev.slipway.schedule.Timetable;
import dev.slipway.schedule.Trigger;
import dev.slipway.schedule.WatchedQuery;
import dev.slipway.service.wire.BlankValue;
import dev.slipway.service.wire.FiringOutcome;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Translates schedules and their firings to types of the WSDL. */
public final class ScheduleTranslation {
    /** The number of coming times in the details of a schedule. */
    private static final int TIMES = 5;

    private ScheduleTranslation() {}

    /** Returns a schedule of a list, with the next time and the newest firing. */
    public static dev.slipway.service.wire.Schedule line(ScheduleDesk.Line line) {
        dev.slipway.service.wire.Schedule wire = wire(line.schedule(), 1);
        line.lastJob().ifPresent(wire::setJobState);
        line.newest().map(ScheduleTranslation::firing).ifPresent(wire.getFiring()::add);
        return wire;
    }

    /** Returns a schedule with the next times and these firings. */
    public static dev.slipway.service.wire.Schedule schedule(Schedule schedule, List<Firing> firings) {
        dev.slipway.service.wire.Schedule wire =
                wire(schedule, schedule.asked().trigger() instanceof Timetable ? TIMES : 1);
        firings.forEach(firing -> wire.getFiring().add(firing(firing)));
        return wire;
    }

    private static dev.slipway.service.wire.Schedule wire(Schedule schedule, int times) {
        dev.slipway.service.wire.Schedule wire = new dev.slipway.service.wire.Schedule();
        wire.setId(schedule.id());
        wire.setName(schedule.name());
        wire.setOwner(schedule.owner());
        wire.setTemplate(schedule.asked().template());
        wire.setTemplateVersion(schedule.asked().version());
        wire.setMade(schedule.made());
        schedule.asked().values().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(ScheduleTranslation::value)
                .forEach(wire.getSet()::add);
        Trigger trigger = schedule.asked().trigger();
        if (trigger instanceof Timetable timetable) {
            wire.setTimetable(TriggerTranslation.wire(timetable));
        } else if (trigger instanceof WatchedQuery watched) {
            wire.setWatch(TriggerTranslation.wire(watched));
        }
        wire.setZone(trigger.zone().getId());
        wire.setAlone(schedule.asked().alone());
        wire.setPaused(schedule.progress().paused());
        if (!schedule.progress().paused()) {
            next(schedule, times).forEach(wire.getNext()::add);
        }
        schedule.progress().lastJob().map(JobToken::value).ifPresent(wire::setJob);
        return wire;
    }

    private static Stream<Instant> next(Schedule schedule, int times) {
        return Stream.iterate(schedule.progress().next(), schedule.asked().trigger()::next)
                .limit(times);
    }

    private static BlankValue value(Map.Entry<String, String> value) {
        BlankValue wire = new BlankValue();
        wire.setName(value.getKey());
        wire.setText(value.getValue());
        return wire;
    }

    private static dev.slipway.service.wire.Firing firing(Firing firing) {
        dev.slipway.service.wire.Firing wire = new dev.slipway.service.wire.Firing();
        wire.setSequence(firing.number());
        wire.setDue(firing.due());
        wire.setOutcome(FiringOutcome.valueOf(firing.outcome().name()));
        firing.job().map(JobToken::value).ifPresent(wire::setJob);
        firing.problem().map(problem -> FaultTranslation.wire(problem, null)).ifPresent(wire::setProblem);
        if (!firing.note().isEmpty()) {
            wire.setNote(firing.note());
        }
        return wire;
    }
}

package dev.slipway.service.calls;

import dev.slipway.desk.Caller;
import dev.slipway.schedule.NewSchedule;
import dev.slipway.schedule.Schedule;
import dev.slipway.schedule.ScheduleDesk;
import dev.slipway.service.translation.ScheduleTranslation;
import dev.slipway.service.translation.TemplateTranslation;
import dev.slipway.service.translation.TriggerTranslation;
import dev.slipway.service.wire.ScheduleCreate;
import dev.slipway.service.wire.ScheduleCreateResponse;
import dev.slipway.service.wire.ScheduleResume;
import dev.slipway.service.wire.ScheduleRunResponse;
import dev.slipway.service.wire.ScheduleShowResponse;
import dev.slipway.service.wire.SchedulesResponse;
import dev.slipway.template.Template;

/** Implements the operations on schedules: translate the call, ask the desk, translate the answer. */
record ScheduleCalls(ScheduleDesk desk, TemplateCalls templates) {

    SchedulesResponse list(Caller caller) {
        SchedulesResponse answer = new SchedulesResponse();
        desk.list(caller).forEach(line -> answer.getSchedule().add(ScheduleTranslation.line(line)));
        return answer;
    }

    ScheduleShowResponse show(Caller caller, String given) {
        Schedule schedule = desk.open(caller, id(caller, given));
        dev.slipway.service.wire.Schedule details = ScheduleTranslation.schedule(schedule, desk.firings(schedule));
        desk.lastJob(schedule).ifPresent(details::setJobState);
        desk.newerVersion(caller, schedule).ifPresent(details::setPresentVersion);
        ScheduleShowResponse answer = new ScheduleShowResponse();
        answer.setDetails(details);
        return answer;
    }

    ScheduleCreateResponse create(Caller caller, ScheduleCreate call) {
        Template template = templates.desk().openToRun(caller, templates.id(caller, call.getTemplate()));
        Schedule made = desk.make(
                caller,
                new NewSchedule(
                        template.id(),
                        TemplateCalls.version(call.getTemplateVersion(), template),
                        TemplateTranslation.values(call.getSet()),
                        TriggerTranslation.trigger(call.getTimetable(), call.getWatch(), call.getZone()),
                        !Boolean.FALSE.equals(call.isAlone())));
        ScheduleCreateResponse answer = new ScheduleCreateResponse();
        answer.setSchedule(made.id());
        answer.setNext(made.progress().next());
        return answer;
    }

    void pause(Caller caller, String given) {
        desk.pause(caller, id(caller, given));
    }

    void resume(Caller caller, ScheduleResume call) {
        String id = id(caller, call.getSchedule());
        if (call.getTemplateVersion() == null) {
            desk.resume(caller, id);
        } else {
            desk.accept(caller, id, call.getTemplateVersion());
        }
    }

    ScheduleRunResponse run(Caller caller, String given) {
        ScheduleRunResponse answer = new ScheduleRunResponse();
        answer.setToken(desk.run(caller, id(caller, given)).value());
        return answer;
    }

    void delete(Caller caller, String given) {
        desk.remove(caller, id(caller, given));
    }

    private String id(Caller caller, String given) {
        return new Reference("schedule", given).in(caller, () -> desk.list(caller).stream()
                .map(ScheduleDesk.Line::schedule)
                .map(one -> new Reference.Thing(one.id(), one.name(), one.owner()))
                .toList());
    }
}

package dev.slipway.toolkit;

import dev.slipway.service.wire.Blank;
import dev.slipway.service.wire.BlankKind;
import dev.slipway.service.wire.BlankValue;
import dev.slipway.service.wire.Day;
import dev.slipway.service.wire.Draft;
import dev.slipway.service.wire.DraftDelete;
import dev.slipway.service.wire.DraftDeleteResponse;
import dev.slipway.service.wire.DraftEntry;
import dev.slipway.service.wire.DraftShow;
import dev.slipway.service.wire.DraftShowResponse;
import dev.slipway.service.wire.Drafts;
import dev.slipway.service.wire.DraftsResponse;
import dev.slipway.service.wire.Firing;
import dev.slipway.service.wire.FiringOutcome;
import dev.slipway.service.wire.FormFinding;
import dev.slipway.service.wire.ProblemFault;
import dev.slipway.service.wire.Schedule;
import dev.slipway.service.wire.ScheduleCreate;
import dev.slipway.service.wire.ScheduleCreateResponse;
import dev.slipway.service.wire.ScheduleDelete;
import dev.slipway.service.wire.ScheduleDeleteResponse;
import dev.slipway.service.wire.SchedulePause;
import dev.slipway.service.wire.SchedulePauseResponse;
import dev.slipway.service.wire.ScheduleResume;
import dev.slipway.service.wire.ScheduleResumeResponse;
import dev.slipway.service.wire.ScheduleRun;
import dev.slipway.service.wire.ScheduleRunResponse;
import dev.slipway.service.wire.ScheduleShow;
import dev.slipway.service.wire.ScheduleShowResponse;
import dev.slipway.service.wire.Schedules;
import dev.slipway.service.wire.SchedulesResponse;
import dev.slipway.service.wire.Template;
import dev.slipway.service.wire.TemplateCreate;
import dev.slipway.service.wire.TemplateCreateResponse;
import dev.slipway.service.wire.TemplateDelete;
import dev.slipway.service.wire.TemplateDeleteResponse;
import dev.slipway.service.wire.TemplateEntry;
import dev.slipway.service.wire.TemplateRun;
import dev.slipway.service.wire.TemplateRunResponse;
import dev.slipway.service.wire.TemplateShow;
import dev.slipway.service.wire.TemplateShowResponse;
import dev.slipway.service.wire.Templates;
import dev.slipway.service.wire.TemplatesResponse;
import dev.slipway.service.wire.Timetable;
import java.util.List;

/** Implements the operations on templates, drafts and schedules with fixed answers, and records the calls. */
public abstract class ScriptedAuthoring extends ScriptedOperations {

    private static Schedule schedule() {
        Schedule schedule = new Schedule();
        schedule.setId(ScriptedJobs.TOKEN);
        schedule.setName("bank VaR");
        schedule.setOwner("ann");
        schedule.setTemplate(ScriptedJobs.TOKEN);
        schedule.setTemplateVersion(3);
        schedule.setPresentVersion(4);
        schedule.setMade(ScriptedJobs.BEGUN);
        BlankValue desk = new BlankValue();
        desk.setName("desk");
        desk.setText("rates");
        schedule.getSet().add(desk);
        Timetable timetable = new Timetable();
        timetable.getDay().addAll(List.of(Day.MONDAY, Day.TUESDAY, Day.WEDNESDAY));
        timetable.setFirst("09:00");
        timetable.setLast("17:30");
        timetable.setEveryMinutes(30);
        schedule.setTimetable(timetable);
        schedule.setZone("Europe/Berlin");
        schedule.setAlone(true);
        schedule.setPaused(false);
        schedule.getNext().addAll(List.of(ScriptedJobs.BEGUN, ScriptedJobs.BEGUN.plusSeconds(1800)));
        schedule.setJob(ScriptedJobs.TOKEN);
        schedule.setJobState("DONE");
        Firing firing = new Firing();
        firing.setSequence(7);
        firing.setDue(ScriptedJobs.BEGUN);
        firing.setOutcome(FiringOutcome.SUBMITTED);
        firing.setJob(ScriptedJobs.TOKEN);
        firing.setNote("run by ann");
        schedule.getFiring().add(firing);
        return schedule;
    }

    @Override
    public TemplatesResponse templates(Templates call) throws ProblemFault {
        hear("templates");
        TemplatesResponse answer = new TemplatesResponse();
        TemplateEntry entry = new TemplateEntry();
        entry.setId(ScriptedJobs.TOKEN);
        entry.setName("bank VaR");
        entry.setDescription("");
        entry.setOwner("ann");
        entry.setShared(true);
        entry.setBlankCount(2);
        entry.setChanged(ScriptedJobs.BEGUN);
        answer.getTemplate().add(entry);
        return answer;
    }

    @Override
    public TemplateShowResponse templateShow(TemplateShow call) throws ProblemFault {
        hear("templateShow");
        TemplateShowResponse answer = new TemplateShowResponse();
        Template details = new Template();
        details.setId(ScriptedJobs.TOKEN);
        details.setName("bank VaR");
        details.setDescription("of one desk");
        details.setOwner("ann");
        details.setShared(true);
        details.setTemplateVersion(3);
        details.setChanged(ScriptedJobs.BEGUN);
        Blank desk = new Blank();
        desk.setName("desk");
        desk.setLabel("Desk");
        desk.setKind(BlankKind.CHOICE);
        desk.getOption().addAll(List.of("all", "rates"));
        details.getBlank().add(desk);
        Blank days = new Blank();
        days.setName("days");
        days.setLabel("Days");
        days.setHelp("Trading days.");
        days.setKind(BlankKind.NUMBER);
        days.setLeast("1");
        days.setMost("250");
        days.setInitial("10");
        details.getBlank().add(days);
        answer.setDetails(details);
        return answer;
    }

    @Override
    public TemplateRunResponse templateRun(TemplateRun call) throws ProblemFault {
        hear("templateRun");
        TemplateRunResponse answer = new TemplateRunResponse();
        answer.setToken(ScriptedJobs.TOKEN);
        return answer;
    }

    @Override
    public TemplateCreateResponse templateCreate(TemplateCreate call) throws ProblemFault {
        hear("templateCreate");
        TemplateCreateResponse answer = new TemplateCreateResponse();
        answer.setTemplate(ScriptedJobs.TOKEN);
        answer.setLoginsRemoved(false);
        return answer;
    }

    @Override
    public TemplateDeleteResponse templateDelete(TemplateDelete call) throws ProblemFault {
        hear("templateDelete");
        return new TemplateDeleteResponse();
    }

    @Override
    public DraftsResponse drafts(Drafts call) throws ProblemFault {
        hear("drafts");
        DraftsResponse answer = new DraftsResponse();
        DraftEntry entry = new DraftEntry();
        entry.setId(ScriptedJobs.TOKEN);
        entry.setName("so far");
        entry.setChanged(ScriptedJobs.BEGUN);
        entry.setJob(ScriptedJobs.TOKEN);
        answer.getDraft().add(entry);
        return answer;
    }

    @Override
    public DraftShowResponse draftShow(DraftShow call) throws ProblemFault {
        hear("draftShow");
        DraftShowResponse answer = new DraftShowResponse();
        Draft details = new Draft();
        details.setId(ScriptedJobs.TOKEN);
        details.setName("so far");
        details.setChanged(ScriptedJobs.BEGUN);
        FormFinding finding = new FormFinding();
        finding.setField("executable");
        finding.setMessage("a program is needed");
        finding.setHint("Name one.");
        details.getFinding().add(finding);
        answer.setDetails(details);
        return answer;
    }

    @Override
    public DraftDeleteResponse draftDelete(DraftDelete call) throws ProblemFault {
        hear("draftDelete");
        return new DraftDeleteResponse();
    }

    @Override
    public SchedulesResponse schedules(Schedules call) throws ProblemFault {
        hear("schedules");
        SchedulesResponse answer = new SchedulesResponse();
        answer.getSchedule().add(schedule());
        return answer;
    }

    @Override
    public ScheduleShowResponse scheduleShow(ScheduleShow call) throws ProblemFault {
        hear("scheduleShow");
        ScheduleShowResponse answer = new ScheduleShowResponse();
        answer.setDetails(schedule());
        return answer;
    }

    @Override
    public ScheduleCreateResponse scheduleCreate(ScheduleCreate call) throws ProblemFault {
        hear("scheduleCreate");
        ScheduleCreateResponse answer = new ScheduleCreateResponse();
        answer.setSchedule(ScriptedJobs.TOKEN);
        answer.setNext(ScriptedJobs.BEGUN);
        return answer;
    }

    @Override
    public SchedulePauseResponse schedulePause(SchedulePause call) throws ProblemFault {
        hear("schedulePause");
        return new SchedulePauseResponse();
    }

    @Override
    public ScheduleResumeResponse scheduleResume(ScheduleResume call) throws ProblemFault {
        hear("scheduleResume");
        return new ScheduleResumeResponse();
    }

    @Override
    public ScheduleRunResponse scheduleRun(ScheduleRun call) throws ProblemFault {
        hear("scheduleRun");
        ScheduleRunResponse answer = new ScheduleRunResponse();
        answer.setToken(ScriptedJobs.TOKEN);
        return answer;
    }

    @Override
    public ScheduleDeleteResponse scheduleDelete(ScheduleDelete call) throws ProblemFault {
        hear("scheduleDelete");
        return new ScheduleDeleteResponse();
    }
}

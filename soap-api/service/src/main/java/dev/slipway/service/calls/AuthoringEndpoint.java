package dev.slipway.service.calls;

import dev.slipway.service.translation.FaultTranslation;
import dev.slipway.service.wire.DraftDelete;
import dev.slipway.service.wire.DraftDeleteResponse;
import dev.slipway.service.wire.DraftShow;
import dev.slipway.service.wire.DraftShowResponse;
import dev.slipway.service.wire.Drafts;
import dev.slipway.service.wire.DraftsResponse;
import dev.slipway.service.wire.ProblemFault;
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
import dev.slipway.service.wire.TemplateCreate;
import dev.slipway.service.wire.TemplateCreateResponse;
import dev.slipway.service.wire.TemplateDelete;
import dev.slipway.service.wire.TemplateDeleteResponse;
import dev.slipway.service.wire.TemplateRun;
import dev.slipway.service.wire.TemplateRunResponse;
import dev.slipway.service.wire.TemplateShow;
import dev.slipway.service.wire.TemplateShowResponse;
import dev.slipway.service.wire.Templates;
import dev.slipway.service.wire.TemplatesResponse;

/** Implements the operations of the WSDL on templates, drafts and schedules. */
abstract class AuthoringEndpoint extends OperationsEndpoint {
    private final JobCalls calls;
    private final TemplateCalls templates;
    private final DraftCalls drafts;
    private final ScheduleCalls schedules;

    AuthoringEndpoint(JobCalls calls, OperatorDesks operators, AuthoringDesks desks) {
        super(calls, operators);
        this.calls = calls;
        this.templates = new TemplateCalls(desks.templates(), calls);
        this.drafts = new DraftCalls(desks.drafts());
        this.schedules = new ScheduleCalls(desks.schedules(), templates);
    }

    @Override
    public final TemplatesResponse templates(Templates call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> templates.list(calls.caller()));
    }

    @Override
    public final TemplateShowResponse templateShow(TemplateShow call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> templates.show(calls.caller(), call.getTemplate()));
    }

    @Override
    public final TemplateRunResponse templateRun(TemplateRun call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> templates.run(calls.caller(), call));
    }

    @Override
    public final TemplateCreateResponse templateCreate(TemplateCreate call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> templates.create(calls.caller(), call));
    }

    @Override
    public final TemplateDeleteResponse templateDelete(TemplateDelete call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            templates.delete(calls.caller(), call.getTemplate());
            return new TemplateDeleteResponse();
        });
    }

    @Override
    public final DraftsResponse drafts(Drafts call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> drafts.list(calls.caller()));
    }

    @Override
    public final DraftShowResponse draftShow(DraftShow call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> drafts.show(calls.caller(), call.getDraft()));
    }

    @Override
    public final DraftDeleteResponse draftDelete(DraftDelete call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            drafts.delete(calls.caller(), call.getDraft());
            return new DraftDeleteResponse();
        });
    }

    @Override
    public final SchedulesResponse schedules(Schedules call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> schedules.list(calls.caller()));
    }

    @Override
    public final ScheduleShowResponse scheduleShow(ScheduleShow call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> schedules.show(calls.caller(), call.getSchedule()));
    }

    @Override
    public final ScheduleCreateResponse scheduleCreate(ScheduleCreate call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> schedules.create(calls.caller(), call));
    }

    @Override
    public final SchedulePauseResponse schedulePause(SchedulePause call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            schedules.pause(calls.caller(), call.getSchedule());
            return new SchedulePauseResponse();
        });
    }

    @Override
    public final ScheduleResumeResponse scheduleResume(ScheduleResume call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            schedules.resume(calls.caller(), call);
            return new ScheduleResumeResponse();
        });
    }

    @Override
    public final ScheduleRunResponse scheduleRun(ScheduleRun call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> schedules.run(calls.caller(), call.getSchedule()));
    }

    @Override
    public final ScheduleDeleteResponse scheduleDelete(ScheduleDelete call) throws ProblemFault {
        return FaultTranslation.answer(null, () -> {
            schedules.delete(calls.caller(), call.getSchedule());
            return new ScheduleDeleteResponse();
        });
    }
}

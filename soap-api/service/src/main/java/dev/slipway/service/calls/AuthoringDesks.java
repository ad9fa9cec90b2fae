package dev.slipway.service.calls;

import dev.slipway.draft.DraftDesk;
import dev.slipway.schedule.ScheduleDesk;
import dev.slipway.template.TemplateDesk;

/** The desks for templates, drafts and schedules that the operations of the service call. */
public record AuthoringDesks(TemplateDesk templates, DraftDesk drafts, ScheduleDesk schedules) {}

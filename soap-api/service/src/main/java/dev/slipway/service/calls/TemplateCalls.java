package dev.slipway.service.calls;

import dev.slipway.desk.Caller;
import dev.slipway.document.ReadDocument;
import dev.slipway.form.JobForm;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.JobRequest;
import dev.slipway.service.translation.EntryTranslation;
import dev.slipway.service.translation.TemplateTranslation;
import dev.slipway.service.translation.TriggerTranslation;
import dev.slipway.service.wire.TemplateCreate;
import dev.slipway.service.wire.TemplateCreateResponse;
import dev.slipway.service.wire.TemplateRun;
import dev.slipway.service.wire.TemplateRunResponse;
import dev.slipway.service.wire.TemplateShowResponse;
import dev.slipway.service.wire.TemplatesResponse;
import dev.slipway.template.Template;
import dev.slipway.template.TemplateDesk;
import dev.slipway.template.TemplateText;
import java.util.Optional;

/** Implements the operations on templates: translate the call, ask the desk, translate the answer. */
record TemplateCalls(TemplateDesk desk, JobCalls calls) {

    TemplatesResponse list(Caller caller) {
        TemplatesResponse answer = new TemplatesResponse();
        desk.list(caller).forEach(line -> answer.getTemplate().add(TemplateTranslation.entry(line)));
        return answer;
    }

    TemplateShowResponse show(Caller caller, String template) {
        TemplateShowResponse answer = new TemplateShowResponse();
        answer.setDetails(TemplateTranslation.template(desk.open(caller, id(caller, template))));
        return answer;
    }

    TemplateRunResponse run(Caller caller, TemplateRun call) {
        Template template = desk.openToRun(caller, id(caller, call.getTemplate()));
        JobRequest request = desk.filled(
                caller,
                template.id(),
                version(call.getTemplateVersion(), template),
                TemplateTranslation.values(call.getSet()),
                desk.today(TriggerTranslation.zone(call.getZone())),
                Optional.ofNullable(call.getSid()));
        TemplateRunResponse answer = new TemplateRunResponse();
        answer.setToken(desk.submit(caller, request).value());
        return answer;
    }

    TemplateCreateResponse create(Caller caller, TemplateCreate call) {
        byte[] document = JobCalls.bytes(call.getDocument(), call.getInline());
        ReadDocument read = calls.submittable(document, call.getInline() != null);
        JobForm form = JobForm.of(oneJob(read));
        TemplateText text = text(form, call);
        TemplateCreateResponse answer = new TemplateCreateResponse();
        answer.setTemplate(desk.make(caller, text).id());
        answer.setLoginsRemoved(TemplateText.hasLogins(form));
        read.problems().forEach(warning -> answer.getWarning().add(EntryTranslation.finding(warning)));
        return answer;
    }

    private static JobRequest oneJob(ReadDocument read) {
        if (read instanceof ReadDocument.Accepted accepted) {
            return accepted.request();
        }
        throw new ProblemException(
                Problem.of(ProblemCode.FORM_INVALID, "a template is one job, and the document is a sweep of several"));
    }

    private static TemplateText text(JobForm form, TemplateCreate call) {
        try {
            TemplateText text = TemplateText.withBlanks(
                    form,
                    call.getBlank().stream().map(TemplateTranslation::blank).toList());
            return text.about(
                    Optional.ofNullable(call.getName()).map(String::strip).orElse(text.name()),
                    Optional.ofNullable(call.getDescription()).orElse("").strip(),
                    Boolean.TRUE.equals(call.isShared()));
        } catch (IllegalArgumentException e) {
            throw new ProblemException(Problem.of(ProblemCode.FORM_INVALID, e.getMessage()), e);
        }
    }

    void delete(Caller caller, String template) {
        desk.remove(caller, id(caller, template));
    }

    /** Returns the id of the template that a call names. */
    String id(Caller caller, String given) {
        return new Reference("template", given).in(caller, () -> desk.list(caller).stream()
                .map(line -> new Reference.Thing(line.id(), line.name(), line.owner()))
                .toList());
    }

    /** Returns the version that a call asks for, or else the present one. */
    static int version(Integer asked, Template template) {
        return asked == null ? template.version() : asked;
    }
}

package dev.slipway.document.writer;

import dev.slipway.document.extension.AnswerColumnType;
import dev.slipway.document.extension.AnswerFormType;
import dev.slipway.document.extension.BodyFormType;
import dev.slipway.document.extension.QueryBodyType;
import dev.slipway.request.ServiceQuery;
import dev.slipway.request.ServiceQuery.Column;
import dev.slipway.request.ServiceQuery.Origin;

/** Writes a question to a web service as its element. Default values are left out. */
final class QueryElement {
    private QueryElement() {}

    static dev.slipway.document.extension.ServiceQuery of(ServiceQuery step) {
        dev.slipway.document.extension.ServiceQuery element = new dev.slipway.document.extension.ServiceQuery();
        element.setSite(step.site());
        element.setPath(step.path());
        element.setAnswer(
                switch (step.answer().form()) {
                    case JSON -> null;
                    case XML -> AnswerFormType.XML;
                });
        element.setRows(step.answer().rows().isEmpty() ? null : step.answer().rows());
        element.setOrderGroup(step.orderGroup());
        element.setCompression(StagingTypes.compression(step.compression()));
        step.parameters().map(StagingTypes::rows).ifPresent(element::setParameterRows);
        step.body().map(QueryElement::body).ifPresent(element::setBody);
        step.answer().columns().stream().map(QueryElement::column).forEach(element.getAnswerColumn()::add);
        return element;
    }

    private static QueryBodyType body(ServiceQuery.Body body) {
        QueryBodyType element = new QueryBodyType();
        element.setValue(body.text());
        element.setAction(body.action().orElse(null));
        element.setForm(
                switch (body.form()) {
                    case JSON -> null;
                    case XML -> BodyFormType.XML;
                    case SOAP11 -> BodyFormType.SOAP_11;
                    case SOAP12 -> BodyFormType.SOAP_12;
                });
        return element;
    }

    private static AnswerColumnType column(Column column) {
        AnswerColumnType element = new AnswerColumnType();
        element.setName(column.name());
        if (column.from() == Origin.PARAMETERS) {
            element.setParameter(column.at());
        } else if (!column.at().equals(column.name())) {
            element.setAt(column.at());
        }
        return element;
    }
}

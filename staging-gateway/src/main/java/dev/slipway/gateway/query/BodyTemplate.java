package dev.slipway.gateway.query;

import dev.slipway.gateway.xml.XmlTemplate;
import dev.slipway.request.ServiceQuery;
import java.util.List;
import javax.xml.stream.XMLStreamException;
import tools.jackson.core.JacksonException;

/** The body of a question, with places for values. */
interface BodyTemplate {

    /** Returns the number of values that the body takes. */
    int parameters();

    /**
     * Returns the body for these values.
     *
     * @param values null for NULL
     * @param first number of the first value among the values of the query
     */
    byte[] with(List<String> values, int first) throws ValueFault;

    /** @throws IllegalArgumentException with words for people if the text is malformed */
    static BodyTemplate of(ServiceQuery.Body body) {
        try {
            return body.form() == ServiceQuery.Form.JSON ? new JsonTemplate(body.text()) : xml(body.text());
        } catch (JacksonException e) {
            throw new IllegalArgumentException("it is no JSON: " + e.getOriginalMessage(), e);
        } catch (XMLStreamException e) {
            throw new IllegalArgumentException("it is no XML that can be sent: " + e.getMessage(), e);
        }
    }

    private static BodyTemplate xml(String text) throws XMLStreamException {
        XmlTemplate template = new XmlTemplate(text, ServiceQuery.PARAMETER);
        return new BodyTemplate() {
            @Override
            public int parameters() {
                return template.parameters();
            }

            @Override
            public byte[] with(List<String> values, int first) throws ValueFault {
                for (int i = 0; i < values.size(); i++) {
                    if (values.get(i) != null && !XmlTemplate.canHold(values.get(i))) {
                        throw new ValueFault(first + i, "it has a character that XML cannot hold");
                    }
                }
                return template.with(values);
            }
        };
    }
}

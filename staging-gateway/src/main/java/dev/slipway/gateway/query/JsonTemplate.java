package dev.slipway.gateway.query;

import dev.slipway.request.ServiceQuery;
import java.io.ByteArrayOutputStream;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/**
 * A JSON body in which strings stand for values. The JSON writer writes the values, so that no value can become
 * structure.
 */
final class JsonTemplate implements BodyTemplate {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?");
    private static final String TEXT = ServiceQuery.PARAMETER;
    private static final String AS_NUMBER = TEXT + "number";
    private static final String AS_BOOLEAN = TEXT + "boolean";

    private final String text;
    private final int parameters;

    JsonTemplate(String text) {
        this.text = text;
        this.parameters = count(text);
    }

    private static int count(String text) {
        int count = 0;
        int roots = 0;
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                count += isParameter(parser, token) ? 1 : 0;
                boolean ends = token.isScalarValue() || token.isStructEnd();
                roots += ends && parser.streamReadContext().inRoot() ? 1 : 0;
            }
        }
        if (roots != 1) {
            throw new IllegalArgumentException("it holds " + roots + " JSON values and not one");
        }
        return count;
    }

    private static boolean isParameter(JsonParser parser, JsonToken token) {
        return token == JsonToken.VALUE_STRING
                && List.of(TEXT, AS_NUMBER, AS_BOOLEAN).contains(parser.getString());
    }

    @Override
    public int parameters() {
        return parameters;
    }

    @Override
    public byte[] with(List<String> values, int first) throws ValueFault {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Iterator<String> next = values.iterator();
        int number = first;
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text);
                JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (isParameter(parser, token)) {
                    write(json, parser.getString(), next.next(), number++);
                } else {
                    json.copyCurrentEventExact(parser);
                }
            }
        }
        return out.toByteArray();
    }

    private static void write(JsonGenerator json, String mark, String value, int number) throws ValueFault {
        if (value == null) {
            json.writeNull();
        } else if (mark.equals(TEXT)) {
            json.writeString(value);
        } else if (mark.equals(AS_BOOLEAN)) {
            require(List.of("true", "false").contains(value), number, "it is neither true nor false");
            json.writeBoolean(value.equals("true"));
        } else {
            require(NUMBER.matcher(value).matches(), number, "it is no number as JSON writes it");
            json.writeNumber(value);
        }
    }

    private static void require(boolean fits, int number, String otherwise) throws ValueFault {
        if (!fits) {
            throw new ValueFault(number, otherwise);
        }
    }
}

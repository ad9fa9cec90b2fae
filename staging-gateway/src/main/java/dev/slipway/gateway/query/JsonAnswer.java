package dev.slipway.gateway.query;

import dev.slipway.gateway.files.RowLanding;
import dev.slipway.gateway.http.AnswerFault;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;

/** Reads answers in JSON, in UTF-8 as in RFC 8259. Numbers keep the digits of the answer. */
record JsonAnswer(String pointer) implements AnswerReader {
    private static final int DEEPEST = 100;
    private static final int LONGEST_NUMBER = 1_000;
    private static final int LONGEST_NAME = 1 << 16;

    /** Does not keep names, because an answer may have any number of them. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxStringLength(LONGEST)
                    .maxNumberLength(LONGEST_NUMBER)
                    .maxNameLength(LONGEST_NAME)
                    .build())
            .build();

    @Override
    public void read(InputStream answer, AnswerRow row, RowLanding.Rows to)
            throws AnswerFault, IOException, InterruptedException {
        Reader text = new InputStreamReader(
                answer,
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT));
        try (JsonParser whole = FACTORY.createParser(ObjectReadContext.empty(), text)) {
            find(whole);
            rows(whole, row, to);
            while (whole.nextToken() != null) {
                // The part after the rows is read as well, because only the end shows that the answer is complete.
            }
        } catch (JacksonException e) {
            throw new AnswerFault("it is no JSON that can be read: " + e.getOriginalMessage());
        }
    }

    /** Moves to the value that the pointer names. */
    private void find(JsonParser json) throws AnswerFault {
        boolean found = json.nextToken() != null;
        for (String name :
                pointer.isEmpty() ? new String[0] : pointer.substring(1).split("/", -1)) {
            found = found && enter(json, name);
        }
        if (!found) {
            throw new AnswerFault("it has nothing at \"" + pointer + "\"");
        }
    }

    /** Moves from the start of an object or an array to one of its values. @return whether the value exists */
    private static boolean enter(JsonParser json, String name) {
        JsonToken outer = json.currentToken();
        int number = 0;
        if (!outer.isStructStart()) {
            return false;
        }
        while (!json.nextToken().isStructEnd()) {
            if (name(json, outer, number++).equals(name)) {
                return true;
            }
            json.skipChildren();
        }
        return false;
    }

    /** Moves to the next value and returns its name as used in pointers. */
    private static String name(JsonParser json, JsonToken outer, int number) {
        if (outer == JsonToken.START_ARRAY) {
            return Integer.toString(number);
        }
        String name = json.currentName().replace("~", "~0").replace("/", "~1");
        json.nextToken();
        return name;
    }

    private void rows(JsonParser found, AnswerRow row, RowLanding.Rows to)
            throws AnswerFault, IOException, InterruptedException {
        JsonToken token = found.currentToken();
        if (token == JsonToken.START_OBJECT) {
            row(found, row, to);
        } else if (token == JsonToken.START_ARRAY) {
            while (found.nextToken() != JsonToken.END_ARRAY) {
                row(found, row, to);
            }
        } else if (token != JsonToken.VALUE_NULL) {
            throw new AnswerFault("it has no array and no object at \"" + pointer + "\"");
        }
    }

    private static void row(JsonParser at, AnswerRow row, RowLanding.Rows to)
            throws AnswerFault, IOException, InterruptedException {
        if (!at.currentToken().isStructStart() && !row.wants(AnswerRow.SELF)) {
            throw new AnswerFault("a row is a single value, and no column takes it");
        }
        row.begin();
        value(at, AnswerRow.SELF, "", row);
        to.write(row.values());
    }

    /** @param prefix of the names inside the value */
    private static void value(JsonParser at, String path, String prefix, AnswerRow row) throws AnswerFault {
        JsonToken token = at.currentToken();
        if (!token.isStructStart()) {
            row.set(path, token == JsonToken.VALUE_NULL ? null : at.getString());
            return;
        }
        if (row.wants(path)) {
            throw new AnswerFault("what it has at " + path + " of a row is no single value");
        }
        int number = 0;
        while (!at.nextToken().isStructEnd()) {
            String inner = prefix + name(at, token, number++);
            if (row.leadsTo(inner)) {
                value(at, inner, inner + "/", row);
            } else {
                at.skipChildren();
            }
        }
    }
}

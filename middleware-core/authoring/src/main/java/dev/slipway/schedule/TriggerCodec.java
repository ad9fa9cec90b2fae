package dev.slipway.schedule;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import tools.jackson.databind.json.JsonMapper;

/** Triggers as JSON text and back. */
final class TriggerCodec {

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Timetable.class, name = "timetable"),
        @JsonSubTypes.Type(value = WatchedQuery.class, name = "watched-query")
    })
    private interface Kinds {}

    private final JsonMapper mapper =
            JsonMapper.builder().addMixIn(Trigger.class, Kinds.class).build();

    String write(Trigger trigger) {
        return mapper.writerFor(Trigger.class).writeValueAsString(trigger);
    }

    Trigger read(String json) {
        return mapper.readValue(json, Trigger.class);
    }
}

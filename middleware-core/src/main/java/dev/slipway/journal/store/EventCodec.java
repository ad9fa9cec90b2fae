package dev.slipway.journal.store;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.slipway.job.JobEvent;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.FilePattern;
import dev.slipway.request.KernelStart;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.RunPath;
import dev.slipway.request.SqlStore;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import dev.slipway.request.StepKinds;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.util.NameTransformer;

/**
 * Converts events to JSON text and back. Only this class knows the JSON form, so that requests and events stay free of
 * annotations.
 */
final class EventCodec {

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    private interface StepForm {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = KernelStart.Copies.class, name = "copies"),
        @JsonSubTypes.Type(value = KernelStart.Ranks.class, name = "ranks"),
        @JsonSubTypes.Type(value = KernelStart.With.class, name = "with")
    })
    private interface StartForm {}

    @JsonSerialize(converter = StoredLaunch.Store.class)
    @JsonDeserialize(converter = StoredLaunch.Restore.class)
    private interface LaunchForm {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = SqlStore.StoreParameter.Column.class, name = "column"),
        @JsonSubTypes.Type(value = SqlStore.StoreParameter.Token.class, name = "token")
    })
    private interface ParameterForm {}

    private final JsonMapper mapper;

    EventCodec() {
        this(StepKinds.byName());
    }

    /** @param kinds the record of each kind of step, by the name under which it is stored */
    EventCodec(Map<String, Class<? extends StagingStep>> kinds) {
        mapper = JsonMapper.builder()
                .annotationIntrospector(new FlatHeads())
                .registerSubtypes(kinds.entrySet().stream()
                        .map(kind -> new NamedType(kind.getValue(), kind.getKey()))
                        .toArray(NamedType[]::new))
                .addMixIn(StagingStep.class, StepForm.class)
                .addMixIn(KernelStart.class, StartForm.class)
                .addMixIn(LaunchRequest.class, LaunchForm.class)
                .addMixIn(SqlStore.StoreParameter.class, ParameterForm.class)
                .addModule(textual(RunPath.class, RunPath::value, RunPath::new))
                .addModule(textual(FilePattern.class, FilePattern::value, FilePattern::new))
                .addModule(textual(ProblemCode.class, ProblemCode::id, ProblemCode::ofId))
                .build();
    }

    /** Stores the values of a step's head among the step's own, as versions did in which there was no head. */
    private static final class FlatHeads extends JacksonAnnotationIntrospector {
        @Override
        public NameTransformer findUnwrappingNameTransformer(MapperConfig<?> config, AnnotatedMember member) {
            return StepHead.class.isAssignableFrom(member.getRawType())
                    ? NameTransformer.NOP
                    : super.findUnwrappingNameTransformer(config, member);
        }
    }

    String write(JobEvent event) {
        return mapper.writeValueAsString(event);
    }

    JobEvent read(String kind, String payload) {
        return mapper.readValue(payload, JobEvent.Kind.valueOf(kind).type());
    }

    private static <T> SimpleModule textual(Class<T> type, Function<T, String> write, Function<String, T> read) {
        return new SimpleModule(type.getName())
                .addSerializer(type, new ValueSerializer<T>() {
                    @Override
                    public void serialize(T value, JsonGenerator json, SerializationContext context) {
                        json.writeString(write.apply(value));
                    }
                })
                .addDeserializer(type, new ValueDeserializer<T>() {
                    @Override
                    public T deserialize(JsonParser json, DeserializationContext context) {
                        return read.apply(json.getString());
                    }
                });
    }
}

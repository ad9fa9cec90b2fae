package dev.slipway.journal.store;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.slipway.job.JobEvent;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.FilePattern;
import dev.slipway.request.FolderCopy;
import dev.slipway.request.HttpFetch;
import dev.slipway.request.InlineData;
import dev.slipway.request.KernelStart;
import dev.slipway.request.LaunchRequest;
import dev.slipway.request.RunPath;
import dev.slipway.request.ServiceQuery;
import dev.slipway.request.SheetExtract;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.UploadFetch;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/**
 * Converts events to JSON text and back. Only this class knows the JSON form, so that requests and events stay free of
 * annotations.
 */
final class EventCodec {

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = FolderCopy.class, name = "folder-copy"),
        @JsonSubTypes.Type(value = HttpFetch.class, name = "http-fetch"),
        @JsonSubTypes.Type(value = InlineData.class, name = "inline-data"),
        @JsonSubTypes.Type(value = ServiceQuery.class, name = "service-query"),
        @JsonSubTypes.Type(value = SheetExtract.class, name = "sheet-extract"),
        @JsonSubTypes.Type(value = SqlExtract.class, name = "sql-extract"),
        @JsonSubTypes.Type(value = SqlStore.class, name = "sql-store"),
        @JsonSubTypes.Type(value = SshFetch.class, name = "ssh-fetch"),
        @JsonSubTypes.Type(value = SshDeliver.class, name = "ssh-deliver"),
        @JsonSubTypes.Type(value = UploadFetch.class, name = "upload-fetch")
    })
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

    private final JsonMapper mapper = JsonMapper.builder()
            .addMixIn(StagingStep.class, StepForm.class)
            .addMixIn(KernelStart.class, StartForm.class)
            .addMixIn(LaunchRequest.class, LaunchForm.class)
            .addMixIn(SqlStore.StoreParameter.class, ParameterForm.class)
            .addModule(textual(RunPath.class, RunPath::value, RunPath::new))
            .addModule(textual(FilePattern.class, FilePattern::value, FilePattern::new))
            .addModule(textual(ProblemCode.class, ProblemCode::id, ProblemCode::ofId))
            .build();

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

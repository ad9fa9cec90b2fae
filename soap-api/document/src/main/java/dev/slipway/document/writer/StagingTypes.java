package dev.slipway.document.writer;

import dev.slipway.document.extension.CompressionType;
import dev.slipway.document.extension.EncodingType;
import dev.slipway.document.extension.Inline;
import dev.slipway.document.extension.ParameterRowsType;
import dev.slipway.document.extension.ParameterType;
import dev.slipway.document.extension.Ssh;
import dev.slipway.document.extension.Upload;
import dev.slipway.document.grammar.Names;
import dev.slipway.document.jsdl.CreationFlagType;
import dev.slipway.document.jsdl.DataStagingType;
import dev.slipway.document.jsdl.SourceTargetType;
import dev.slipway.document.staging.RemoteFileUri;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.FilePattern;
import dev.slipway.request.FolderCopy;
import dev.slipway.request.HttpFetch;
import dev.slipway.request.InlineData;
import dev.slipway.request.ServiceQuery;
import dev.slipway.request.SheetExtract;
import dev.slipway.request.SqlExtract;
import dev.slipway.request.SqlStore;
import dev.slipway.request.SshDeliver;
import dev.slipway.request.SshFetch;
import dev.slipway.request.StagingStep;
import dev.slipway.request.UploadFetch;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Converts staging steps to the types that the schemas generate. */
final class StagingTypes {
    /**
     * Matches the names that {@code jsdl:DataStaging/@name} accepts in every edition of XML. All other names go into
     * {@code sw:name}.
     */
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9._-]*");

    /** The kinds of steps, with the element of each. */
    private static final List<Kind<?>> KINDS = List.of(
            source(SqlExtract.class, StagingTypes::extract),
            source(UploadFetch.class, StagingTypes::upload),
            source(HttpFetch.class, StagingTypes::httpFetch),
            source(FolderCopy.class, StagingTypes::folderCopy),
            source(InlineData.class, StagingTypes::inline),
            source(ServiceQuery.class, QueryElement::of),
            source(SheetExtract.class, StagingTypes::sheet),
            target(SqlStore.class, StagingTypes::store),
            new Kind<>(SshFetch.class, StagingTypes::fetch),
            new Kind<>(SshDeliver.class, StagingTypes::deliver));

    /**
     * One kind of step.
     *
     * @param writing writes source or target of a step
     */
    private record Kind<S extends StagingStep>(Class<S> type, BiConsumer<S, DataStagingType> writing) {
        void write(StagingStep step, DataStagingType staging) {
            writing.accept(type.cast(step), staging);
        }
    }

    private static <S extends StagingStep> Kind<S> source(Class<S> type, Function<S, Object> element) {
        return new Kind<>(type, (step, staging) -> staging.setSource(holding(element.apply(step))));
    }

    private static <S extends StagingStep> Kind<S> target(Class<S> type, Function<S, Object> element) {
        return new Kind<>(type, (step, staging) -> staging.setTarget(holding(element.apply(step))));
    }

    private static Kind<?> kind(StagingStep step) {
        return KINDS.stream()
                .filter(kind -> kind.type().isInstance(step))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "no element is known for a " + step.getClass().getSimpleName()));
    }

    DataStagingType staging(StagingStep step) {
        DataStagingType staging = new DataStagingType();
        if (NAME.matcher(step.name()).matches()) {
            staging.setName(step.name());
        } else {
            staging.getOtherAttributes().put(Names.sw("name"), step.name());
        }
        staging.setFileName(step.file().value());
        staging.setCreationFlag(creation(step.creation()));
        step.credential().map(CredentialElement::of).ifPresent(staging.getAny()::add);
        kind(step).write(step, staging);
        return staging;
    }

    private static CreationFlagType creation(CreationFlag flag) {
        return switch (flag) {
            case OVERWRITE -> CreationFlagType.OVERWRITE;
            case APPEND -> CreationFlagType.APPEND;
            case DONT_OVERWRITE -> CreationFlagType.DONT_OVERWRITE;
        };
    }

    private static void fetch(SshFetch step, DataStagingType staging) {
        staging.setSource(remote(step.host(), step.remotePath()));
        Ssh ssh = ssh(step.orderGroup(), step.match(), step.preserve());
        ssh.setCompression(compression(step.compression()));
        staging.getAny().add(ssh);
    }

    private static void deliver(SshDeliver step, DataStagingType staging) {
        staging.setTarget(remote(step.host(), step.remotePath()));
        Ssh ssh = ssh(step.orderGroup(), step.match(), step.preserve());
        ssh.setAlways(step.always() ? true : null);
        staging.getAny().add(ssh);
    }

    private static SourceTargetType holding(Object element) {
        SourceTargetType end = new SourceTargetType();
        end.getAny().add(element);
        return end;
    }

    private static SourceTargetType remote(String host, String path) {
        SourceTargetType end = new SourceTargetType();
        end.setURI(RemoteFileUri.uri(host, path));
        return end;
    }

    private static Ssh ssh(int orderGroup, Optional<FilePattern> match, boolean preserve) {
        Ssh ssh = new Ssh();
        ssh.setOrderGroup(orderGroup);
        match.map(FilePattern::value).ifPresent(ssh::setMatch);
        ssh.setPreserve(preserve ? true : null);
        return ssh;
    }

    /** Returns the compression; null for the default, which is not written. */
    static CompressionType compression(Compression compression) {
        return switch (compression) {
            case NONE -> null;
            case BGZF -> CompressionType.BGZF;
        };
    }

    private static dev.slipway.document.extension.SqlExtract extract(SqlExtract step) {
        dev.slipway.document.extension.SqlExtract element = new dev.slipway.document.extension.SqlExtract();
        element.setSource(step.source());
        element.setOrderGroup(step.orderGroup());
        element.setCompression(compression(step.compression()));
        element.setStatement(step.statement());
        step.parameters().map(StagingTypes::rows).ifPresent(element::setParameterRows);
        return element;
    }

    static ParameterRowsType rows(SqlExtract.ParameterRows rows) {
        ParameterRowsType type = new ParameterRowsType();
        type.setFile(rows.file().value());
        type.getColumn().addAll(rows.columns());
        return type;
    }

    private static Upload upload(UploadFetch step) {
        Upload element = new Upload();
        element.setSha256(step.sha256());
        element.setOrderGroup(step.orderGroup());
        element.setCompression(compression(step.compression()));
        return element;
    }

    private static dev.slipway.document.extension.HttpFetch httpFetch(HttpFetch step) {
        dev.slipway.document.extension.HttpFetch element = new dev.slipway.document.extension.HttpFetch();
        element.setSite(step.site());
        element.setPath(step.path());
        element.setSha256(step.sha256().orElse(null));
        element.setOrderGroup(step.orderGroup());
        element.setCompression(compression(step.compression()));
        return element;
    }

    private static dev.slipway.document.extension.FolderCopy folderCopy(FolderCopy step) {
        dev.slipway.document.extension.FolderCopy element = new dev.slipway.document.extension.FolderCopy();
        element.setFolder(step.folder());
        element.setPath(step.path());
        element.setOrderGroup(step.orderGroup());
        element.setCompression(compression(step.compression()));
        return element;
    }

    private static dev.slipway.document.extension.SheetExtract sheet(SheetExtract step) {
        dev.slipway.document.extension.SheetExtract element = new dev.slipway.document.extension.SheetExtract();
        element.setWorkbook(step.workbook().value());
        element.setSheet(step.sheet().orElse(null));
        element.setRange(step.range());
        element.setOrderGroup(step.orderGroup());
        element.setCompression(compression(step.compression()));
        return element;
    }

    private static Inline inline(InlineData step) {
        Inline element = new Inline();
        element.setValue(step.data());
        element.setEncoding(step.encoding() == InlineData.Encoding.BASE64 ? EncodingType.BASE_64 : null);
        element.setOrderGroup(step.orderGroup());
        element.setCompression(compression(step.compression()));
        return element;
    }

    private static dev.slipway.document.extension.SqlStore store(SqlStore step) {
        dev.slipway.document.extension.SqlStore element = new dev.slipway.document.extension.SqlStore();
        element.setSource(step.source());
        element.setOrderGroup(step.orderGroup());
        element.setAlways(step.always() ? true : null);
        element.setStatement(step.statement());
        for (SqlStore.StoreParameter parameter : step.parameters()) {
            ParameterType type = new ParameterType();
            if (parameter instanceof SqlStore.StoreParameter.Column column) {
                type.setColumn(column.name());
            } else {
                type.setToken(true);
            }
            element.getParameter().add(type);
        }
        return element;
    }
}

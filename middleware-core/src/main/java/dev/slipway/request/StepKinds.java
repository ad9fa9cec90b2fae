package dev.slipway.request;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The list of the kinds of steps. A new kind is one more line here and one more handler in the staging gateway. A
 * journal keeps the name of a kind for good, so a name never changes.
 */
public final class StepKinds {
    private static final Map<String, Class<? extends StagingStep>> BY_NAME;

    static {
        Map<String, Class<? extends StagingStep>> byName = new LinkedHashMap<>();
        byName.put("folder-copy", FolderCopy.class);
        byName.put("http-fetch", HttpFetch.class);
        byName.put("inline-data", InlineData.class);
        byName.put("service-query", ServiceQuery.class);
        byName.put("sheet-extract", SheetExtract.class);
        byName.put("sql-extract", SqlExtract.class);
        byName.put("sql-store", SqlStore.class);
        byName.put("ssh-deliver", SshDeliver.class);
        byName.put("ssh-fetch", SshFetch.class);
        byName.put("upload-fetch", UploadFetch.class);
        BY_NAME = Collections.unmodifiableMap(byName);
    }

    private StepKinds() {}

    /** Returns the record of each kind by the name of the kind in journals. */
    public static Map<String, Class<? extends StagingStep>> byName() {
        return BY_NAME;
    }
}

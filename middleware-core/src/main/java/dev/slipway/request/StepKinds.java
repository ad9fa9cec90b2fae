package dev.slipway.request;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The list of the kinds of steps. A new kind is one more line here and one more handler in the staging gateway. A
 * journal keeps the name of a kind for good, so a name never changes.
 */
public final class StepKinds {
    private static final Map<String, Class<? extends StagingStep>> BY_NAME = new LinkedHashMap<>();

    static {
        BY_NAME.put("folder-copy", FolderCopy.class);
        BY_NAME.put("http-fetch", HttpFetch.class);
        BY_NAME.put("inline-data", InlineData.class);
        BY_NAME.put("service-query", ServiceQuery.class);
        BY_NAME.put("sheet-extract", SheetExtract.class);
        BY_NAME.put("sql-extract", SqlExtract.class);
        BY_NAME.put("sql-store", SqlStore.class);
        BY_NAME.put("ssh-deliver", SshDeliver.class);
        BY_NAME.put("ssh-fetch", SshFetch.class);
        BY_NAME.put("upload-fetch", UploadFetch.class);
    }

    private StepKinds() {}

    /** Returns the record of each kind by the name of the kind in journals. */
    public static Map<String, Class<? extends StagingStep>> byName() {
        return Collections.unmodifiableMap(BY_NAME);
    }
}

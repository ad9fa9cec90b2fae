package dev.slipway.web;

import java.nio.charset.StandardCharsets;
import org.springframework.http.ContentDisposition;

/** How an answer says that it is a file to be kept, and never a page of ours. */
public final class Attachment {
    private Attachment() {}

    /** The value of Content-Disposition for a file of this name; of a path the last part counts. */
    public static String named(String fileName) {
        return ContentDisposition.attachment()
                .filename(fileName.substring(fileName.lastIndexOf('/') + 1), StandardCharsets.UTF_8)
                .build()
                .toString();
    }
}

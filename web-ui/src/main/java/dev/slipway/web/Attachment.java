package dev.slipway.web;

import java.nio.charset.StandardCharsets;
import org.springframework.http.ContentDisposition;

/** Marks an answer as a file to be saved, so that no browser shows the file as a page of this service. */
public final class Attachment {
    private Attachment() {}

    /** Returns the value of Content-Disposition for a file of this name. Only the last part of a path is used. */
    public static String named(String fileName) {
        return ContentDisposition.attachment()
                .filename(fileName.substring(fileName.lastIndexOf('/') + 1), StandardCharsets.UTF_8)
                .build()
                .toString();
    }
}

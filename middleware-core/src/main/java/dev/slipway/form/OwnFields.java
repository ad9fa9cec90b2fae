package dev.slipway.form;

import dev.slipway.request.FolderCopy;
import dev.slipway.request.InlineData;
import dev.slipway.request.RunPath;
import dev.slipway.request.SheetExtract;
import dev.slipway.request.UploadFetch;
import java.util.Map;

/** Steps whose data the job, its owner or the service's machine has. */
final class OwnFields {
    private OwnFields() {}

    static SheetExtract sheet(Typed typed) {
        String range = typed.required("range").strip();
        if (!range.isEmpty() && SheetExtract.Range.of(range).isEmpty()) {
            typed.problem(
                    "range", "not a range of cells: " + Typed.shown(range), "Write two corners of cells, as A1:D200.");
        }
        return new SheetExtract(
                typed.required("name"),
                CommonFields.orderGroup(typed),
                typed.file("workbook"),
                typed.optional("sheet"),
                range,
                typed.file("file"),
                CommonFields.creation(typed),
                CommonFields.compression(typed));
    }

    static void sheet(SheetExtract step, Map<String, String> values) {
        values.put("workbook", step.workbook().value());
        step.sheet().ifPresent(sheet -> values.put("sheet", sheet));
        values.put("range", step.range());
    }

    static UploadFetch upload(Typed typed) {
        return new UploadFetch(
                typed.required("name"),
                CommonFields.orderGroup(typed),
                typed.required("sha256"),
                typed.file("file"),
                CommonFields.creation(typed),
                CommonFields.compression(typed));
    }

    static void upload(UploadFetch step, Map<String, String> values) {
        values.put("sha256", step.sha256());
    }

    static InlineData inline(Typed typed) {
        InlineData.Encoding encoding = typed.choice("encoding", InlineData.Encoding.class);
        if (encoding == InlineData.Encoding.BASE64 && !isBase64(typed.text("data"))) {
            typed.problem("data", "the data are not base64", "Write base64 without white space, or choose text.");
        }
        return new InlineData(
                typed.required("name"),
                CommonFields.orderGroup(typed),
                encoding,
                typed.text("data"),
                typed.file("file"),
                CommonFields.creation(typed),
                CommonFields.compression(typed));
    }

    private static boolean isBase64(String text) {
        try {
            InlineData.bytes(InlineData.Encoding.BASE64, text);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    static void inline(InlineData step, Map<String, String> values) {
        values.put("encoding", Typed.word(step.encoding()));
        values.put("data", step.data());
    }

    static FolderCopy copy(Typed typed) {
        String path = typed.required("path");
        if (!path.isBlank() && !RunPath.isAllowed(path)) {
            typed.problem(
                    "path",
                    "the path is none inside the folder: " + Typed.shown(path),
                    "Write it without a leading /, . or ..; at most 255 characters.");
        }
        return new FolderCopy(
                typed.required("name"),
                CommonFields.orderGroup(typed),
                typed.required("folder"),
                path,
                typed.file("file"),
                CommonFields.creation(typed),
                CommonFields.compression(typed));
    }

    static void copy(FolderCopy step, Map<String, String> values) {
        values.put("folder", step.folder());
        values.put("path", step.path());
    }
}

package dev.slipway.form;

import dev.slipway.request.FolderCopy;
import dev.slipway.request.InlineData;
import dev.slipway.request.RunPath;
import dev.slipway.request.SheetExtract;
import dev.slipway.request.UploadFetch;
import java.util.Map;

/** The form fields of steps with data from the job, the job's owner or the service's machine. */
final class OwnFields {
    private OwnFields() {}

    static SheetExtract sheet(FieldReader fields) {
        String range = fields.required("range").strip();
        if (!range.isEmpty() && SheetExtract.Range.of(range).isEmpty()) {
            fields.problem(
                    "range",
                    "not a range of cells: " + FieldReader.shown(range),
                    "Write two corners of cells, as A1:D200.");
        }
        return new SheetExtract(CommonFields.in(fields), fields.file("workbook"), fields.optional("sheet"), range);
    }

    static void sheet(SheetExtract step, Map<String, String> values) {
        values.put("workbook", step.workbook().value());
        step.sheet().ifPresent(sheet -> values.put("sheet", sheet));
        values.put("range", step.range());
    }

    static UploadFetch upload(FieldReader fields) {
        return new UploadFetch(CommonFields.in(fields), fields.required("sha256"));
    }

    static void upload(UploadFetch step, Map<String, String> values) {
        values.put("sha256", step.sha256());
    }

    static InlineData inline(FieldReader fields) {
        InlineData.Encoding encoding = fields.choice("encoding", InlineData.Encoding.class);
        if (encoding == InlineData.Encoding.BASE64 && !isBase64(fields.text("data"))) {
            fields.problem("data", "the data are not base64", "Write base64 without white space, or choose text.");
        }
        return new InlineData(CommonFields.in(fields), encoding, fields.text("data"));
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
        values.put("encoding", FieldReader.word(step.encoding()));
        values.put("data", step.data());
    }

    static FolderCopy copy(FieldReader fields) {
        String path = fields.required("path");
        if (!path.isBlank() && !RunPath.isAllowed(path)) {
            fields.problem(
                    "path",
                    "the path is none inside the folder: " + FieldReader.shown(path),
                    "Write it without a leading /, . or ..; at most 255 characters.");
        }
        return new FolderCopy(CommonFields.in(fields), fields.required("folder"), path);
    }

    static void copy(FolderCopy step, Map<String, String> values) {
        values.put("folder", step.folder());
        values.put("path", step.path());
    }
}

package dev.slipway.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Makes a minimal workbook with two columns of numbers. */
final class Book {
    private static final String OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    private static final String PACKAGE = "http://schemas.openxmlformats.org/package/2006/";
    private static final String MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    private static final String KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml.";

    private Book() {}

    static void write(Path file, int rows) throws IOException {
        StringBuilder cells = new StringBuilder(
                "<row><c t='inlineStr'><is><t>tenor</t></is></c><c t='inlineStr'><is><t>rate</t></is></c></row>");
        for (int n = 1; n <= rows; n++) {
            cells.append("<row><c><v>").append(n).append("</v></c><c><v>0.01</v></c></row>");
        }
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            part(
                    zip,
                    "[Content_Types].xml",
                    "<Types xmlns='" + PACKAGE + "content-types'><Default Extension='rels' ContentType="
                            + "'application/vnd.openxmlformats-package.relationships+xml'/>"
                            + "<Override PartName='/book.xml'"
                            + " ContentType='" + KIND + "sheet.main+xml'/><Override PartName='/sheet.xml' ContentType='"
                            + KIND + "worksheet+xml'/></Types>");
            part(zip, "_rels/.rels", relation("officeDocument", "book.xml"));
            part(zip, "_rels/book.xml.rels", relation("worksheet", "sheet.xml"));
            part(
                    zip,
                    "book.xml",
                    "<workbook xmlns='" + MAIN + "' xmlns:r='" + OFFICE
                            + "'><sheets><sheet name='Rates' sheetId='1' r:id='r1'/></sheets></workbook>");
            part(zip, "sheet.xml", "<worksheet xmlns='" + MAIN + "'><sheetData>" + cells + "</sheetData></worksheet>");
        }
    }

    private static String relation(String kind, String target) {
        return "<Relationships xmlns='" + PACKAGE + "relationships'><Relationship Id='r1' Type='" + OFFICE + "/" + kind
                + "' Target='" + target + "'/></Relationships>";
    }

    private static void part(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
    }
}

package dev.slipway.gateway.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.gateway.GatewayLimits;
import dev.slipway.gateway.GatewayTestBed;
import dev.slipway.gateway.StageInContract;
import dev.slipway.problem.Problem;
import dev.slipway.problem.ProblemCode;
import dev.slipway.request.Compression;
import dev.slipway.request.CreationFlag;
import dev.slipway.request.RunPath;
import dev.slipway.request.SheetExtract;
import dev.slipway.request.StagingStep;
import dev.slipway.request.StepHead;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.poi.ss.usermodel.Cell;
import org.apache.poi.ss.usermodel.CellStyle;
import org.apache.poi.ss.usermodel.FormulaError;
import org.apache.poi.ss.usermodel.Row;
import org.apache.poi.ss.usermodel.Sheet;
import org.apache.poi.ss.util.CellRangeAddress;
import org.apache.poi.xssf.usermodel.XSSFWorkbook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests cells as the workbook keeps them, and files that are no sound workbook. */
class SheetStepTest extends StageInContract {
    /** Made once, because writing a workbook takes longer than reading one. */
    private static byte[] large;

    private static byte[] small;

    private static final String SHEET = "xl/worksheets/sheet1.xml";

    @Override
    protected int rows() {
        return 10_000;
    }

    @Override
    protected GatewayTestBed open() throws Exception {
        if (large == null) {
            small = workbook(
                    book -> book.createSheet("Rates").createRow(0).createCell(0).setCellValue("n"));
            StringBuilder rows = new StringBuilder();
            content().lines().forEach(line -> rows.append("<row>")
                    .append(line.startsWith("n,") ? "" : "<c><v>" + line.replaceFirst(",.*", "") + "</v></c>")
                    .append(line.startsWith("n,") ? "<c t='inlineStr'><is><t>n</t></is></c>" : "")
                    .append("<c t='inlineStr'><is><t>")
                    .append(line.replaceFirst(".*,", ""))
                    .append("</t></is></c></row>"));
            large = replaced(SHEET, sheet(rows.toString()));
        }
        GatewayTestBed opened = GatewayTestBed.on(List.of(), List.of(), folder, GatewayLimits.STANDARD);
        Files.write(opened.runFolder.resolve("book.xlsx"), large);
        return opened;
    }

    @Override
    protected Set<String> inputs() {
        return Set.of("book.xlsx");
    }

    @Override
    protected StagingStep step(RunPath file, CreationFlag creation, Compression compression) {
        return step(Optional.empty(), "A1:B1048576", file, creation, compression);
    }

    private static SheetExtract step(
            Optional<String> sheet, String range, RunPath file, CreationFlag creation, Compression compression) {
        return new SheetExtract(
                new StepHead.In("data", 2, file, creation, compression), new RunPath("book.xlsx"), sheet, range);
    }

    private static SheetExtract step(String range) {
        return step(Optional.empty(), range, new RunPath("data.csv"), CreationFlag.OVERWRITE, Compression.NONE);
    }

    private static byte[] workbook(Consumer<XSSFWorkbook> fill) throws IOException {
        try (XSSFWorkbook book = new XSSFWorkbook();
                ByteArrayOutputStream out = new ByteArrayOutputStream()) {
            fill.accept(book);
            book.write(out);
            return out.toByteArray();
        }
    }

    private void put(Consumer<XSSFWorkbook> fill) throws IOException {
        Files.write(bed.runFolder.resolve("book.xlsx"), workbook(fill));
    }

    private static Row header(Sheet sheet, String... names) {
        Row row = sheet.createRow(0);
        for (String name : names) {
            row.createCell(row.getPhysicalNumberOfCells()).setCellValue(name);
        }
        return row;
    }

    private String one(Consumer<Cell> fill) throws Exception {
        put(book -> {
            Sheet sheet = book.createSheet("one");
            header(sheet, "value", "next");
            Row row = sheet.createRow(1);
            fill.accept(row.createCell(0));
            row.createCell(1).setCellValue("x");
        });
        bed.move(step("A1:B2"));
        return bed.text("data.csv").replaceFirst("value,next\n", "").replaceFirst(",x\n$", "");
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.1",
        "1e20, 100000000000000000000",
        "0.30000000000000004, 0.30000000000000004",
        "-12345678.90123456, -12345678.90123456",
        "1.5e-10, 0.00000000015",
        "100, 100",
        "-0.0, 0"
    })
    void numbers_have_all_their_digits(double number, String text) throws Exception {
        assertThat(one(cell -> {
                    CellStyle rounded = cell.getSheet().getWorkbook().createCellStyle();
                    rounded.setDataFormat((short) 2);
                    cell.setCellStyle(rounded);
                    cell.setCellValue(number);
                }))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-31T00:00, m/d/yy, 2026-01-31",
        "2026-01-31T09:30:15, yyyy-mm-dd hh:mm, 2026-01-31T09:30:15",
        "2024-02-29T00:00, [$-407]d. mmmm yyyy, 2024-02-29"
    })
    void dates_are_iso_whatever_the_sheet_shows(LocalDateTime at, String format, String text) throws Exception {
        assertThat(one(cell -> {
                    var book = cell.getSheet().getWorkbook();
                    CellStyle style = book.createCellStyle();
                    style.setDataFormat(book.createDataFormat().getFormat(format));
                    cell.setCellStyle(style);
                    cell.setCellValue(at);
                }))
                .isEqualTo(text);
    }

    @Test
    void texts_truths_and_kept_values_of_formulas_come_as_they_are() throws Exception {
        assertThat(one(cell -> cell.setCellValue("a, \"b\"\nc"))).isEqualTo("\"a, \"\"b\"\"\nc\"");
        assertThat(one(cell -> cell.setCellValue(true))).isEqualTo("true");
        assertThat(one(Cell::setBlank)).isEmpty();
        assertThat(one(cell -> cell.setCellValue("007"))).isEqualTo("007");
        assertThat(one(cell -> {
                    cell.setCellFormula("1/3");
                    cell.setCellValue(1.0 / 3);
                }))
                .isEqualTo("0.3333333333333333");
        assertThat(one(cell -> {
                    cell.setCellFormula("\"\"");
                    cell.setCellValue("");
                }))
                .isEqualTo("\"\"");
    }

    @Test
    void an_error_or_a_formula_that_was_never_calculated_names_its_cell() throws Exception {
        put(book -> {
            Sheet sheet = book.createSheet("one");
            header(sheet, "a", "b");
            sheet.createRow(1).createCell(1).setCellErrorValue(FormulaError.DIV0.getCode());
            sheet.createRow(2).createCell(0).setCellFormula("A1");
        });

        assertThat(bed.problemOf(step("A1:B2")).message()).contains("book.xlsx", "cell B2 holds the error #DIV/0!");
        assertThat(bed.problemOf(step("A1:A3")).message()).contains("cell A3 has a formula and no kept value");
        assertThat(left()).isEmpty();
    }

    @Test
    void the_range_is_cut_out_with_gaps_as_null_and_no_empty_rows_after_the_last() throws Exception {
        put(book -> {
            book.createSheet("Other");
            Sheet sheet = book.createSheet("Rates & more");
            sheet.createRow(0).createCell(0).setCellValue("a title");
            Row names = sheet.createRow(2);
            names.createCell(1).setCellValue("tenor");
            names.createCell(2).setCellValue("rate");
            names.createCell(3).setCellValue("beside");
            sheet.createRow(3).createCell(2).setCellValue(1);
            sheet.createRow(5).createCell(1).setCellValue(2);
            sheet.createRow(8).createCell(3).setCellValue("beside");
            sheet.createRow(40).createCell(1).setCellValue("below");
        });

        bed.move(step(
                Optional.of("Rates & more"),
                "B3:C30",
                new RunPath("data.csv"),
                CreationFlag.OVERWRITE,
                Compression.NONE));

        assertThat(bed.text("data.csv")).isEqualTo("tenor,rate\n,1\n,\n2,\n");
    }

    @Test
    void a_merged_cell_has_its_value_where_it_begins_and_is_empty_elsewhere() throws Exception {
        put(book -> {
            Sheet sheet = book.createSheet("one");
            header(sheet, "desk", "rate");
            sheet.createRow(1).createCell(0).setCellValue("equity");
            sheet.getRow(1).createCell(1).setCellValue(1);
            sheet.createRow(2).createCell(1).setCellValue(2);
            sheet.addMergedRegion(CellRangeAddress.valueOf("A2:A3"));
        });

        bed.move(step("A1:B3"));

        assertThat(bed.text("data.csv")).isEqualTo("desk,rate\nequity,1\n,2\n");
    }

    @Test
    void texts_are_without_their_escapes_and_without_how_they_are_spoken() throws Exception {
        assertThat(one(cell -> cell.setCellValue("a_x000D_\n_x005F_x000D_"))).isEqualTo("\"a\r\n_x000D_\"");
        assertThat(inline("<is><r><t>東京</t></r><rPh sb='0' eb='2'><t>トウキョウ</t></rPh></is>"))
                .isEqualTo("東京\n");
        for (String half : List.of("_x0000_", "_xD800_")) {
            assertThat(problemOfInline("<is><t>a" + half + "</t></is>").message())
                    .contains("cell A1 holds a NUL, or half of a character");
        }
    }

    private String inline(String cell) throws Exception {
        putSheet("<row r='1'><c r='A1' t='inlineStr'>" + cell + "</c></row>");
        bed.move(step("A1:A1"));
        return bed.text("data.csv");
    }

    private Problem problemOfInline(String cell) throws Exception {
        putSheet("<row r='1'><c r='A1' t='inlineStr'>" + cell + "</c></row>");
        return bed.problemOf(step("A1:A1"));
    }

    private void putSheet(String rows) throws IOException {
        Files.write(bed.runFolder.resolve("book.xlsx"), replaced(SHEET, sheet(rows)));
    }

    private static String sheet(String rows) {
        return "<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><sheetData>" + rows
                + "</sheetData></worksheet>";
    }

    @Test
    void elapsed_times_are_days_and_a_time_alone_is_a_time() throws Exception {
        for (String[] pair : new String[][] {{"[h]:mm", "0.25"}, {"h:mm", "06:00:00"}}) {
            assertThat(one(cell -> {
                        CellStyle style = cell.getSheet().getWorkbook().createCellStyle();
                        style.setDataFormat(
                                cell.getSheet().getWorkbook().createDataFormat().getFormat(pair[0]));
                        cell.setCellStyle(style);
                        cell.setCellValue(0.25);
                    }))
                    .isEqualTo(pair[1]);
        }
    }

    @Test
    void what_a_parser_would_keep_is_bounded() throws Exception {
        String piece = "<t>" + random(1 << 19) + "</t>";
        assertThat(problemOfInline("<is>" + ("<r>" + piece + "</r>").repeat(3) + "</is>")
                        .message())
                .contains("a cell has more than 1048576 characters");
        assertThat(problemOfInline("<is a='" + random(1 << 18) + "'/>").detail())
                .containsIgnoringCase("attribute");
        StringBuilder names = new StringBuilder();
        for (int n = 0; n < 3_000; n++) {
            names.append("<n").append(n).append("/>");
        }
        assertThat(problemOfInline(names.toString()).detail()).contains("different names");
        Files.write(bed.runFolder.resolve("book.xlsx"), replaced("[Content_Types].xml", random(5 << 20)));
        assertThat(bed.problemOf(step("A1:A1")).message()).contains("the tables of its parts");
        Files.write(
                bed.runFolder.resolve("book.xlsx"),
                replaced(
                        "[Content_Types].xml",
                        "<Types><Override PartName='/xl/a.xml' ContentType='application/x-CORE&#45;"
                                + "properties'/></Types>"));
        assertThat(bed.problemOf(step("A1:A1")).message()).contains("its properties stand in /xl/a.xml");
        Files.write(bed.runFolder.resolve("book.xlsx"), replaced("docProps/core.xml", random(5 << 20)));
        assertThat(bed.problemOf(step("A1:A1")).message()).contains("the tables of its parts");
        assertThat(left()).isEmpty();
    }

    /** Returns a text that no compression ratio tells from honest data. */
    private static String random(int length) {
        return new Random(7)
                .ints(length, 'a', 'z')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    @Test
    void what_the_workbook_has_not_is_said() throws Exception {
        Problem sheet = bed.problemOf(
                step(Optional.of("Nope"), "A1:B2", new RunPath("data.csv"), CreationFlag.OVERWRITE, Compression.NONE));
        assertThat(sheet.code()).isEqualTo(ProblemCode.SHEET_INVALID);
        assertThat(sheet.message()).contains("it has no sheet Nope, but Rates");
        assertThat(bed.problemOf(step("D1:E9")).message()).contains("the range D1:E9 is empty");
        assertThat(bed.problemOf(step("B1:C9")).message()).contains("no name for column 2");
        Files.delete(bed.runFolder.resolve("book.xlsx"));
        assertThat(bed.problemOf(step("A1:B2")).code()).isEqualTo(ProblemCode.FILE_MISSING);
    }

    @Test
    void what_is_no_workbook_is_refused() throws Exception {
        for (byte[] content : List.of(
                new byte[0],
                "n,text\n".getBytes(StandardCharsets.UTF_8),
                java.util.Arrays.copyOf(large, large.length / 2),
                zip(
                        "[Content_Types].xml",
                        "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'/>"),
                new byte[] {(byte) 0xd0, (byte) 0xcf, 0x11, (byte) 0xe0, (byte) 0xa1, (byte) 0xb1, 0x1a, (byte) 0xe1
                })) {
            Files.write(bed.runFolder.resolve("book.xlsx"), content);
            assertThat(bed.problemOf(step("A1:B2")).code()).isEqualTo(ProblemCode.SHEET_INVALID);
        }
        assertThat(left()).isEmpty();
    }

    @Test
    void a_bomb_is_found_before_it_fills_anything() throws Exception {
        byte[] bomb = replaced(SHEET, " ".repeat(20_000_000));
        Files.write(bed.runFolder.resolve("book.xlsx"), bomb);

        Problem problem = bed.problemOf(step("A1:B2"));

        assertThat(problem.code()).isEqualTo(ProblemCode.SHEET_INVALID);
        assertThat(problem.detail()).containsIgnoringCase("zip bomb");
    }

    @Test
    void no_entity_of_a_sheet_is_opened() throws Exception {
        String secret = Files.writeString(folder.resolve("secret"), "canary-19c4")
                .toUri()
                .toString();
        Files.write(
                bed.runFolder.resolve("book.xlsx"),
                replaced(
                        SHEET,
                        "<!DOCTYPE x [<!ENTITY e SYSTEM '" + secret + "'>]>"
                                + sheet("<row r='1'><c r='A1' t='inlineStr'><is><t>&e;</t></is></c></row>")));

        Problem problem = bed.problemOf(step("A1:A1"));

        assertThat(problem.code()).isEqualTo(ProblemCode.SHEET_INVALID);
        assertThat(problem.message() + problem.detail()).doesNotContain("canary-19c4");
    }

    private static byte[] zip(String name, String text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return out.toByteArray();
    }

    /** Returns the small workbook with another text in one part. */
    private static byte[] replaced(String part, String text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (var in = new java.util.zip.ZipInputStream(new java.io.ByteArrayInputStream(small));
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                zip.putNextEntry(new ZipEntry(entry.getName()));
                if (entry.getName().equals(part)) {
                    zip.write(text.getBytes(StandardCharsets.UTF_8));
                } else {
                    in.transferTo(zip);
                }
            }
        }
        return out.toByteArray();
    }
}

package dev.slipway.gateway.sheet;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.poi.openxml4j.exceptions.InvalidFormatException;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.openxml4j.opc.PackageAccess;
import org.apache.poi.openxml4j.opc.PackagePart;
import org.apache.poi.openxml4j.opc.PackageRelationship;
import org.xml.sax.Attributes;
import org.xml.sax.SAXException;

/** An open .xlsx: its sheets by name, its texts and its styles. */
final class Workbook implements Closeable {
    private static final String OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    private static final String STRICT = "http://purl.oclc.org/ooxml/officeDocument/relationships";

    private final OPCPackage opened;
    private final PackagePart book;
    private final Map<String, String> sheets = new LinkedHashMap<>();
    private boolean since1904;

    private Workbook(OPCPackage opened) throws IOException, InvalidFormatException, SAXException {
        this.opened = opened;
        book = related(
                        opened.getRelationshipsByType(OFFICE + "/officeDocument")
                                                .size()
                                        > 0
                                ? opened.getRelationshipsByType(OFFICE + "/officeDocument")
                                        .getRelationship(0)
                                : opened.getRelationshipsByType(STRICT + "/officeDocument")
                                        .getRelationship(0))
                .orElseThrow(() -> new SheetFault("it holds no workbook"));
        new Contents().read(book);
    }

    static Workbook open(Path file) throws IOException, InvalidFormatException, SAXException {
        OPCPackage opened = OPCPackage.open(file.toFile(), PackageAccess.READ);
        try {
            return new Workbook(opened);
        } catch (IOException | InvalidFormatException | SAXException | RuntimeException e) {
            opened.revert();
            throw e;
        }
    }

    private Optional<PackagePart> related(PackageRelationship relationship) throws InvalidFormatException {
        return relationship == null
                ? Optional.empty()
                : Optional.ofNullable(opened.getPart(
                        org.apache.poi.openxml4j.opc.PackagingURIHelper.createPartName(relationship.getTargetURI())));
    }

    /** A part beside the workbook, by the end of its kind's name. */
    private Optional<PackagePart> beside(String kind) throws InvalidFormatException {
        for (String base : new String[] {OFFICE, STRICT}) {
            var found = book.getRelationshipsByType(base + "/" + kind);
            if (found.size() > 0) {
                return related(found.getRelationship(0));
            }
        }
        return Optional.empty();
    }

    /** @param wanted empty: the first */
    PackagePart sheet(Optional<String> wanted) throws InvalidFormatException, SAXException {
        Optional<String> id = wanted.isPresent()
                ? Optional.ofNullable(sheets.get(wanted.get()))
                : sheets.values().stream().findFirst();
        if (id.isEmpty()) {
            throw new SheetFault(
                    wanted.map(name -> "it has no sheet " + name + ", but " + String.join(", ", sheets.keySet()))
                            .orElse("it has no sheet"));
        }
        return related(book.getRelationship(id.get())).orElseThrow(() -> new SheetFault("a sheet's part is missing"));
    }

    SharedTexts texts() throws IOException, InvalidFormatException, SAXException {
        SharedTexts texts = new SharedTexts();
        Optional<PackagePart> part = beside("sharedStrings");
        if (part.isPresent()) {
            texts.read(part.get());
        }
        return texts;
    }

    Styles styles() throws IOException, InvalidFormatException, SAXException {
        Styles styles = new Styles();
        Optional<PackagePart> part = beside("styles");
        if (part.isPresent()) {
            styles.read(part.get());
        }
        return styles;
    }

    /** Whether days are counted from 1904. */
    boolean since1904() {
        return since1904;
    }

    private final class Contents extends Part {
        @Override
        boolean begin(String name, Attributes attributes) {
            if (name.equals("sheet")) {
                String id = attributes.getValue(OFFICE, "id");
                sheets.put(attributes.getValue("name"), id == null ? attributes.getValue(STRICT, "id") : id);
            } else if (name.equals("workbookPr")) {
                String flag = String.valueOf(attributes.getValue("date1904"));
                since1904 = flag.equals("1") || flag.equals("true");
            }
            return false;
        }

        @Override
        void end(String name, String collected) {
            // Attributes say all.
        }
    }

    /** Leaves the file as it is. */
    @Override
    public void close() {
        opened.revert();
    }
}

package dev.slipway.gateway.sheet;

import dev.slipway.gateway.xml.XmlStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.poi.openxml4j.exceptions.InvalidFormatException;
import org.apache.poi.openxml4j.exceptions.OpenXML4JRuntimeException;
import org.apache.poi.openxml4j.opc.OPCPackage;
import org.apache.poi.openxml4j.opc.PackagePart;
import org.apache.poi.openxml4j.opc.PackageRelationship;
import org.apache.poi.openxml4j.opc.PackageRelationshipCollection;
import org.apache.poi.openxml4j.opc.PackagingURIHelper;
import org.apache.poi.openxml4j.util.ZipFileZipEntrySource;
import org.apache.poi.openxml4j.util.ZipSecureFile;

/** An open .xlsx: its sheets by name, its texts and its styles. */
final class Workbook implements Closeable {
    private static final String OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    private static final String STRICT = "http://purl.oclc.org/ooxml/officeDocument/relationships";
    private static final int MOST_PARTS = 10_000;
    private static final int MOST_SHEETS = 10_000;
    private static final int LONGEST_NAME = 255;
    private static final String TYPES = "[content_types].xml";

    /**
     * The largest size of each part that POI reads into a tree when opening a package: types, relations and properties.
     */
    private static final int MOST_OF_TREES = 4 << 20;

    private final OPCPackage opened;
    private final PackagePart book;
    private final Map<String, String> sheets = new LinkedHashMap<>();
    private boolean since1904;

    private Workbook(OPCPackage opened) throws SheetFault, IOException, InterruptedException {
        this.opened = opened;
        book = first("officeDocument", opened::getRelationshipsByType)
                .orElseThrow(() -> new SheetFault("it holds no workbook"));
        new Contents().read(book);
    }

    static Workbook open(Path file) throws SheetFault, IOException, InterruptedException {
        OPCPackage opened = unpacked(file);
        try {
            return new Workbook(opened);
        } catch (SheetFault | IOException | InterruptedException | RuntimeException e) {
            opened.revert();
            throw e;
        }
    }

    private static OPCPackage unpacked(Path file) throws SheetFault, InterruptedException {
        try {
            Directory.requireSmall(file, MOST_OF_TREES);
            ZipSecureFile zip = new ZipSecureFile(file.toFile());
            try {
                requireSmallTrees(zip);
                return OPCPackage.open(new ZipFileZipEntrySource(zip));
            } catch (SheetFault | InvalidFormatException | IOException | InterruptedException | RuntimeException e) {
                zip.close();
                throw e;
            }
        } catch (InvalidFormatException | IOException | OpenXML4JRuntimeException | IllegalArgumentException e) {
            throw SheetFault.unreadable(e);
        }
    }

    private static void requireSmallTrees(ZipSecureFile zip) throws SheetFault, IOException, InterruptedException {
        long left = MOST_OF_TREES;
        int parts = 0;
        for (ZipArchiveEntry entry : Collections.list(zip.getEntries())) {
            String name = entry.getName().toLowerCase(Locale.ROOT);
            if (++parts > MOST_PARTS) {
                throw new SheetFault("it has more than " + MOST_PARTS + " parts");
            }
            if (name.endsWith(".rels") || name.endsWith(TYPES) || name.endsWith(Types.PROPERTIES)) {
                try (InputStream in = zip.getInputStream(entry)) {
                    left -= in.readNBytes((int) left + 1).length;
                }
            }
            if (left < 0) {
                throw new SheetFault("the tables of its parts have more than " + MOST_OF_TREES + " bytes");
            }
            if (name.endsWith(TYPES)) {
                try (InputStream in = zip.getInputStream(entry)) {
                    new Types().read(in);
                }
            }
        }
    }

    private interface Relations {
        PackageRelationshipCollection of(String type) throws InvalidFormatException;
    }

    /** Returns the first part of a kind, by the end of the kind's name. */
    private Optional<PackagePart> first(String kind, Relations relations) throws SheetFault {
        try {
            for (String base : new String[] {OFFICE, STRICT}) {
                PackageRelationshipCollection found = relations.of(base + "/" + kind);
                if (found.size() > 0) {
                    return related(found.getRelationship(0));
                }
            }
            return Optional.empty();
        } catch (InvalidFormatException | OpenXML4JRuntimeException | IllegalArgumentException e) {
            throw SheetFault.unreadable(e);
        }
    }

    private Optional<PackagePart> related(PackageRelationship relationship) throws SheetFault {
        try {
            return relationship == null
                    ? Optional.empty()
                    : Optional.ofNullable(
                            opened.getPart(PackagingURIHelper.createPartName(relationship.getTargetURI())));
        } catch (InvalidFormatException | OpenXML4JRuntimeException | IllegalArgumentException e) {
            throw SheetFault.unreadable(e);
        }
    }

    /** @param wanted empty: the first */
    PackagePart sheet(Optional<String> wanted) throws SheetFault {
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

    SharedTexts texts() throws SheetFault, IOException, InterruptedException {
        return read("sharedStrings", new SharedTexts());
    }

    DateStyles styles() throws SheetFault, IOException, InterruptedException {
        return read("styles", new DateStyles());
    }

    private <P extends WorkbookPart> P read(String kind, P into) throws SheetFault, IOException, InterruptedException {
        Optional<PackagePart> part = first(kind, book::getRelationshipsByType);
        if (part.isPresent()) {
            into.read(part.get());
        }
        return into;
    }

    /** Returns whether days are counted from 1904. */
    boolean since1904() {
        return since1904;
    }

    private final class Contents extends WorkbookPart {
        @Override
        boolean begin(String name, XmlStream element) throws SheetFault {
            if (name.equals("sheet")) {
                String id = element.attribute(OFFICE, "id");
                String sheet = String.valueOf(element.attribute("name"));
                if (sheets.size() >= MOST_SHEETS || sheet.length() > LONGEST_NAME) {
                    throw new SheetFault("its sheets are too many, or their names too long");
                }
                sheets.put(sheet, String.valueOf(id == null ? element.attribute(STRICT, "id") : id));
            } else if (name.equals("workbookPr")) {
                String flag = String.valueOf(element.attribute("date1904"));
                since1904 = flag.equals("1") || flag.equals("true");
            }
            return false;
        }

        @Override
        void end(String name, String collected) {
            // Attributes say all.
        }
    }

    /** Closes the workbook without a change to the file. */
    @Override
    public void close() {
        opened.revert();
    }
}

package dev.slipway.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.jsoup.nodes.Element;

/** Reads a table by the headers of its columns and rows. */
final class Table extends Part {
    Table(Element element) {
        super(element);
    }

    List<String> columns() {
        return parts("thead tr > *").stream().map(Part::name).toList();
    }

    /** Returns the names of all rows. */
    List<String> names() {
        return rows().stream().map(Row::name).toList();
    }

    List<Row> rows() {
        return element().select("tbody > tr").stream().map(Row::new).toList();
    }

    /** Returns the row of this name. */
    Row row(String name) {
        List<Row> found = rows().stream().filter(row -> row.name().equals(name)).toList();
        assertThat(found).as("row %s among %s", name, names()).hasSize(1);
        return found.get(0);
    }

    /** Returns the row that leads to this address. */
    Row rowWith(String link) {
        List<Row> found =
                rows().stream().filter(row -> row.links().contains(link)).toList();
        assertThat(found).as("row with %s among %s", link, links()).hasSize(1);
        return found.get(0);
    }

    /** Returns the rows, each as a text with bars between the cells. */
    List<String> lines() {
        return rows().stream().map(Row::line).toList();
    }

    /** Returns the texts of a column. */
    List<String> column(String name) {
        return rows().stream().map(row -> row.cell(name).text()).toList();
    }

    /** Reads a row. */
    final class Row extends Part {
        Row(Element element) {
            super(element);
        }

        @Override
        String name() {
            return header().name();
        }

        /** Returns the header, with the small print below the name. */
        Part header() {
            Element header = element().selectFirst("th");
            return new Part(header == null ? element() : header);
        }

        /** Returns the texts of all cells that are not empty, with bars between. */
        String line() {
            return element().children().stream()
                    .map(cell -> new Part(cell).text())
                    .filter(text -> !text.isEmpty())
                    .collect(Collectors.joining(" | "));
        }

        Part cell(String column) {
            int at = columns().indexOf(column);
            assertThat(at).as("column %s among %s", column, columns()).isNotNegative();
            return new Part(element().child(at));
        }
    }
}

package dev.slipway.web.charts;

import java.util.Arrays;

/** Holds the values of a map by row and column, both counted from the least one; NaN for a missing value. */
final class MapCells {
    private final int firstRow;
    private final int firstColumn;
    private final int rows;
    private final int columns;
    private final double[] values;

    /** Makes cells without values for the given rows and columns, both ends included. */
    MapCells(int firstRow, int lastRow, int firstColumn, int lastColumn) {
        this.firstRow = firstRow;
        this.firstColumn = firstColumn;
        this.rows = lastRow - firstRow + 1;
        this.columns = lastColumn - firstColumn + 1;
        this.values = new double[rows * columns];
        Arrays.fill(values, Double.NaN);
    }

    int firstRow() {
        return firstRow;
    }

    int firstColumn() {
        return firstColumn;
    }

    int rows() {
        return rows;
    }

    int columns() {
        return columns;
    }

    /** Sets the value of the cell with the row and column numbers of the file. */
    void put(int row, int column, double value) {
        values[(row - firstRow) * columns + column - firstColumn] = value;
    }

    double at(int row, int column) {
        return values[row * columns + column];
    }

    double lowest() {
        return Arrays.stream(values).filter(value -> !Double.isNaN(value)).min().orElse(Double.NaN);
    }

    double highest() {
        return Arrays.stream(values).filter(value -> !Double.isNaN(value)).max().orElse(Double.NaN);
    }

    /** Returns the number of cells without a value. */
    long gaps() {
        return Arrays.stream(values).filter(Double::isNaN).count();
    }
}

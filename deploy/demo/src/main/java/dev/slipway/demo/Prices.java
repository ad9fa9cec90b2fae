package dev.slipway.demo;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

/** Holds the real daily closes that ship with the demo, oldest first (market/README.md has source and licence). */
record Prices(List<Close> closes) {

    record Close(String symbol, LocalDate day, BigDecimal value) {}

    static Prices shipped() {
        CSVFormat format = CSVFormat.RFC4180
                .builder()
                .setHeader()
                .setSkipHeaderRecord(true)
                .get();
        try (InputStream in = Prices.class.getResourceAsStream("/market/us-stocks-daily.csv");
                CSVParser rows = format.parse(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            List<String> symbols =
                    rows.getHeaderNames().subList(1, rows.getHeaderNames().size());
            List<Close> closes = new ArrayList<>();
            for (CSVRecord row : rows) {
                LocalDate day = LocalDate.parse(row.get(0));
                symbols.forEach(symbol -> closes.add(new Close(symbol, day, new BigDecimal(row.get(symbol)))));
            }
            return new Prices(closes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    LocalDate lastDay() {
        return closes.get(closes.size() - 1).day();
    }

    /** Returns the last close of each symbol, in the file's order. */
    Map<String, BigDecimal> last() {
        Map<String, BigDecimal> last = new LinkedHashMap<>();
        closes.forEach(close -> last.put(close.symbol(), close.value()));
        return last;
    }
}

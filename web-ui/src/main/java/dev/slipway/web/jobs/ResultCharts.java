package dev.slipway.web.jobs;

import dev.slipway.desk.ResultEntry;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.ResultFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Pictures and tables of results. Results never change, so the last few are kept by the hashes of what they show. */
@Component
class ResultCharts {
    private static final Logger LOG = LoggerFactory.getLogger(ResultCharts.class);

    private final Map<String, Chart> charts = new Latest<>();
    private final Map<String, Pair> pairs = new Latest<>();
    private final Map<String, Optional<CsvTable>> tables = new Latest<>();

    /** The last few that were looked at. */
    private static final class Latest<T> extends LinkedHashMap<String, T> {
        private static final long serialVersionUID = 1L;
        private static final int KEPT = 128;

        Latest() {
            super(16, 0.75f, true);
        }

        @Override
        public synchronized T get(Object key) {
            return super.get(key);
        }

        @Override
        public synchronized T put(String key, T value) {
            return super.put(key, value);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
            return size() > KEPT;
        }
    }

    /**
     * What a job's results show.
     *
     * @param histogram null when there is none
     * @param missing whether a result should have been drawn but could not be read
     */
    record Chart(Histogram histogram, RiskFigures figures, boolean missing) {}

    /** Opens a result by its name. */
    interface Opener {
        InputStream open(String name);
    }

    Chart of(List<ResultEntry> results, Opener opener) {
        Optional<ResultEntry> pnl = first(results, ResultFile.Role.PNL_DISTRIBUTION);
        Optional<ResultEntry> figures = first(results, ResultFile.Role.RISK_FIGURES);
        String key = pnl.map(ResultEntry::sha256).orElse("-")
                + figures.map(ResultEntry::sha256).orElse("-");
        Chart known = charts.get(key);
        if (known != null) {
            return known;
        }
        try {
            Chart chart = draw(pnl, figures, opener);
            charts.put(key, chart);
            return chart;
        } catch (IOException | UncheckedIOException | ProblemException e) {
            LOG.warn("results {} cannot be drawn: {}", key, e.getMessage());
            return new Chart(null, RiskFigures.NONE, true);
        }
    }

    /**
     * Two runs' results beside each other.
     *
     * @param chart null unless both have one
     */
    record Pair(PairedHistogram chart, RiskFigures a, RiskFigures b) {}

    /** A job's results, and how they are opened. */
    record Results(List<ResultEntry> entries, Opener opener) {
        private String hash() {
            return entries.stream().map(ResultEntry::sha256).collect(Collectors.joining());
        }
    }

    Pair pair(Results a, Results b) {
        String key = a.hash() + "/" + b.hash();
        Pair known = pairs.get(key);
        if (known != null) {
            return known;
        }
        RiskFigures figuresOfA = of(a.entries(), a.opener()).figures();
        RiskFigures figuresOfB = of(b.entries(), b.opener()).figures();
        try {
            Pair pair = new Pair(paired(a, figuresOfA, b, figuresOfB), figuresOfA, figuresOfB);
            pairs.put(key, pair);
            return pair;
        } catch (IOException | UncheckedIOException | ProblemException e) {
            LOG.warn("results {} cannot be drawn: {}", key, e.getMessage());
            return new Pair(null, figuresOfA, figuresOfB);
        }
    }

    private static PairedHistogram paired(Results a, RiskFigures figuresOfA, Results b, RiskFigures figuresOfB)
            throws IOException {
        Optional<ResultEntry> one = first(a.entries(), ResultFile.Role.PNL_DISTRIBUTION);
        Optional<ResultEntry> other = first(b.entries(), ResultFile.Role.PNL_DISTRIBUTION);
        if (one.isEmpty() || other.isEmpty()) {
            return null;
        }
        return PnlBins.both(
                        () -> a.opener().open(one.get().name()),
                        () -> b.opener().open(other.get().name()),
                        PnlColumn.MOST)
                .map(bins -> PairedHistogram.of(
                        new PairedHistogram.Side("a", bins.get(0), figuresOfA),
                        new PairedHistogram.Side("b", bins.get(1), figuresOfB)))
                .orElse(null);
    }

    /** The first rows of a result; empty for one that is no CSV or cannot be read. */
    Optional<CsvTable> table(ResultEntry result, Opener opener) {
        if (!CsvTable.fits(result)) {
            return Optional.empty();
        }
        Optional<CsvTable> known = tables.get(result.sha256());
        if (known != null) {
            return known;
        }
        try {
            Optional<CsvTable> table = CsvTable.read(opener.open(result.name()));
            tables.put(result.sha256(), table);
            return table;
        } catch (IOException | UncheckedIOException | ProblemException e) {
            LOG.warn("result {} cannot be read as a table: {}", result.name(), e.getMessage());
            return Optional.empty();
        }
    }

    private static Chart draw(Optional<ResultEntry> pnl, Optional<ResultEntry> figures, Opener opener)
            throws IOException {
        RiskFigures table =
                figures.isPresent() ? RiskFigures.read(opener.open(figures.get().name())) : RiskFigures.NONE;
        if (pnl.isEmpty()) {
            return new Chart(null, table, false);
        }
        String name = pnl.get().name();
        Optional<PnlBins> bins = PnlBins.of(() -> opener.open(name), PnlColumn.MOST);
        return new Chart(bins.map(each -> Histogram.of(each, table)).orElse(null), table, bins.isEmpty());
    }

    private static Optional<ResultEntry> first(List<ResultEntry> results, ResultFile.Role role) {
        return results.stream().filter(each -> each.role() == role).findFirst();
    }
}

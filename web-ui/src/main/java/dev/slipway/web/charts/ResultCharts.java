package dev.slipway.web.charts;

import dev.slipway.desk.ResultEntry;
import dev.slipway.request.ResultFile;
import dev.slipway.web.charts.Drawings.BusyException;
import dev.slipway.web.results.CsvTable;
import dev.slipway.web.results.PnlColumn;
import dev.slipway.web.results.RiskFigures;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Component;

/** Makes pictures and tables of results. */
@Component
public class ResultCharts {
    /** The most results of one job that are shown as tables; a job may have thousands of results. */
    private static final int TABLES = 12;

    /** The most pictures of one job. */
    private static final int PICTURES = 12;

    /** The seconds after which a reader who found all turns taken may ask again. */
    private static final String SOON = "2";

    private static final int AT_ONCE = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Semaphore turns = new Semaphore(AT_ONCE, true);
    private final Drawings<Chart> charts = new Drawings<>(turns, PATIENCE);
    private final Drawings<Pair> pairs = new Drawings<>(turns, PATIENCE);
    private final Drawings<RiskFigures> figures = new Drawings<>(turns, PATIENCE);
    private final Drawings<Picture> pictures = new Drawings<>(turns, PATIENCE);
    private final Drawings<Optional<CsvTable>> tables = new Drawings<>(turns, PATIENCE);

    /** Returns the answer to a reader who found all turns taken. */
    public static <T> ResponseEntity<T> later() {
        return ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE)
                .header(HttpHeaders.RETRY_AFTER, SOON)
                .build();
    }

    /**
     * Holds the distribution and the figures of a job.
     *
     * @param histogram null without one
     * @param missing whether a result should have been drawn but could not be read
     */
    public record Chart(Histogram histogram, RiskFigures figures, boolean missing) {
        private static final Chart NONE = new Chart(null, RiskFigures.NONE, false);
        private static final Chart FAILED = new Chart(null, RiskFigures.NONE, true);
    }

    /**
     * Holds all that is shown of a job's results.
     *
     * @param panels series, bars and maps
     * @param undrawn number of series, bars and maps beyond those that one page draws
     * @param tables the first rows of some results, by the names of the results
     * @param busy whether something could not be drawn now because other drawings take all turns
     */
    public record Shown(Chart chart, List<Panel> panels, int undrawn, Map<String, CsvTable> tables, boolean busy) {}

    /**
     * Holds the figures of a job alone.
     *
     * @param busy whether they could not be read now because other drawings take all turns
     */
    public record Read(RiskFigures figures, boolean busy) {}

    /** Reads the figures of a job; none for a job without a result of that role. */
    public Read figures(List<ResultEntry> results, Opener opener) {
        Optional<ResultEntry> entry = first(results, ResultFile.Role.RISK_FIGURES);
        if (entry.isEmpty()) {
            return new Read(RiskFigures.NONE, false);
        }
        try {
            return new Read(
                    figures.get(
                            entry.get().sha256(),
                            RiskFigures.NONE,
                            () -> RiskFigures.read(opener.open(entry.get().name()))),
                    false);
        } catch (BusyException e) {
            return new Read(RiskFigures.NONE, true);
        }
    }

    /** Opens a result by name. */
    public interface Opener {
        InputStream open(String name);
    }

    public Shown of(List<ResultEntry> results, Opener opener) {
        Chart chart = Chart.NONE;
        List<ResultEntry> along =
                results.stream().filter(result -> result.role().hasAxes()).toList();
        Map<ResultEntry, Picture> drawn = new LinkedHashMap<>();
        Map<String, CsvTable> shown = new LinkedHashMap<>();
        boolean busy = false;
        try {
            chart = chart(results, opener);
            for (ResultEntry result : along.stream().limit(PICTURES).toList()) {
                drawn.put(result, picture(result, opener));
            }
            for (ResultEntry result : tabular(results)) {
                table(result, opener).ifPresent(table -> shown.put(result.name(), table));
            }
        } catch (BusyException e) {
            busy = true;
        }
        return new Shown(chart, Panel.of(drawn), Math.max(0, along.size() - PICTURES), shown, busy);
    }

    /** Returns the image of a map's cells; empty for a result that is no map, and for one that cannot be drawn. */
    Optional<byte[]> image(ResultEntry result, Opener opener) throws BusyException {
        return result.role() == ResultFile.Role.MAP
                ? Optional.ofNullable(picture(result, opener).map()).map(MapPicture::png)
                : Optional.empty();
    }

    private Picture picture(ResultEntry result, Opener opener) throws BusyException {
        return pictures.get(
                result.sha256() + " " + result.name() + " " + result.role() + " " + result.axes(),
                Picture.faulty(result.name(), "the file cannot be read", "Download it, and look what it holds."),
                () -> Picture.of(result, () -> opener.open(result.name())));
    }

    /** Selects the results that are shown as tables. Risk figures are left out, because the page shows all of them. */
    private static List<ResultEntry> tabular(List<ResultEntry> results) {
        return results.stream()
                .filter(result -> result.role() != ResultFile.Role.RISK_FIGURES && CsvTable.fits(result))
                .limit(TABLES)
                .toList();
    }

    private Chart chart(List<ResultEntry> results, Opener opener) throws BusyException {
        return charts.get(
                key(results),
                Chart.FAILED,
                () -> draw(
                        first(results, ResultFile.Role.PNL_DISTRIBUTION),
                        first(results, ResultFile.Role.RISK_FIGURES),
                        opener));
    }

    /** Returns the key of a chart: the hash of each result that the chart shows, in a fixed order. */
    private static String key(List<ResultEntry> results) {
        return hash(results, ResultFile.Role.PNL_DISTRIBUTION) + "," + hash(results, ResultFile.Role.RISK_FIGURES);
    }

    private static String hash(List<ResultEntry> results, ResultFile.Role role) {
        return first(results, role).map(ResultEntry::sha256).orElse("-");
    }

    /**
     * Holds the results of two runs beside each other.
     *
     * @param chart null unless both runs have one
     * @param busy whether drawing was not possible now because other drawings take all turns
     */
    public record Pair(PairedHistogram chart, RiskFigures a, RiskFigures b, boolean busy) {}

    /** Holds a job's results, and opens them. */
    public record Results(List<ResultEntry> entries, Opener opener) {}

    public Pair pair(Results a, Results b) {
        try {
            RiskFigures figuresOfA = chart(a.entries(), a.opener()).figures();
            RiskFigures figuresOfB = chart(b.entries(), b.opener()).figures();
            return pairs.get(
                    key(a.entries()) + "/" + key(b.entries()),
                    new Pair(null, figuresOfA, figuresOfB, false),
                    () -> new Pair(paired(a, figuresOfA, b, figuresOfB), figuresOfA, figuresOfB, false));
        } catch (BusyException e) {
            return new Pair(null, RiskFigures.NONE, RiskFigures.NONE, true);
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

    private Optional<CsvTable> table(ResultEntry result, Opener opener) throws BusyException {
        return tables.get(result.sha256(), Optional.empty(), () -> CsvTable.read(opener.open(result.name())));
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

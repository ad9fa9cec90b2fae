package dev.slipway.web.jobs;

import dev.slipway.desk.ResultEntry;
import dev.slipway.problem.ProblemException;
import dev.slipway.request.ResultFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Pictures of results. Results never change, so the last few pictures are kept by the hashes of what they show. */
@Component
class ResultCharts {
    private static final Logger LOG = LoggerFactory.getLogger(ResultCharts.class);
    private static final int KEPT = 128;

    private final Map<String, Chart> kept = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Chart> eldest) {
            return size() > KEPT;
        }
    });

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
        Chart known = kept.get(key);
        if (known != null) {
            return known;
        }
        try {
            Chart chart = draw(pnl, figures, opener);
            kept.put(key, chart);
            return chart;
        } catch (IOException | UncheckedIOException | ProblemException e) {
            LOG.warn("results {} cannot be drawn: {}", key, e.getMessage());
            return new Chart(null, RiskFigures.NONE, true);
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

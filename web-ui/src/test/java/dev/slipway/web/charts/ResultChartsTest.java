package dev.slipway.web.charts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.slipway.desk.ResultEntry;
import dev.slipway.request.Axes;
import dev.slipway.request.ResultFile;
import dev.slipway.request.ResultFile.Role;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ResultChartsTest {
    private final List<String> opened = new ArrayList<>();

    @Test
    void of_many_results_only_the_first_have_tables() {
        List<ResultEntry> results = IntStream.range(0, 1000)
                .mapToObj(i -> entry("result " + i, Role.FILE, "hash " + i))
                .toList();

        ResultCharts.Shown shown = new ResultCharts().of(results, this::open);

        assertThat(shown.tables()).hasSize(12).containsKeys("result 0", "result 11");
        assertThat(opened).hasSize(12);
        assertThat(shown.busy()).isFalse();
    }

    @Test
    void the_same_files_in_other_roles_are_another_picture() {
        ResultCharts charts = new ResultCharts();
        ResultEntry one = entry("one", Role.PNL_DISTRIBUTION, "1");
        ResultEntry other = entry("other", Role.PNL_DISTRIBUTION, "2");
        ResultCharts.Results both = new ResultCharts.Results(List.of(one), this::open);

        assertThat(charts.pair(both, new ResultCharts.Results(List.of(other), this::open))
                        .chart())
                .isNotNull();
        assertThat(charts.pair(both, new ResultCharts.Results(List.of(entry("other", Role.FILE, "2")), this::open))
                        .chart())
                .isNull();
    }

    private ByteArrayInputStream open(String name) {
        opened.add(name);
        return new ByteArrayInputStream("pnl\n1\n2\n".getBytes(StandardCharsets.UTF_8));
    }

    private static ResultEntry entry(String name, ResultFile.Role role, String hash) {
        return new ResultEntry(name, role, "file.csv", 1, hash, Axes.NONE);
    }
}

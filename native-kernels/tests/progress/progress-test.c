/* SPDX-License-Identifier: Apache-2.0 */
/* Tests of the header that reports a program's progress. */
#include "base/json.h"
#include "slipway/progress.h"
#include "support/check.h"

#include <locale.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[64];

/* Opens a report file that is empty, or with NULL no file. */
static void open_at(struct slipway_progress *progress, const char *name) {
    if (name == NULL)
        unsetenv("SLIPWAY_PROGRESS");
    else
        setenv("SLIPWAY_PROGRESS", name, 1);
    unlink(path);
    slipway_progress_open(progress);
}

static const char *lines(void) {
    static char text[16384];
    FILE *file = fopen(path, "r");
    const size_t length = file == NULL ? 0 : fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    if (file != NULL)
        fclose(file);
    return text;
}

static void writes_a_line_for_each_report(void) {
    struct slipway_progress progress;
    open_at(&progress, path);
    slipway_progress_begin(&progress, 3, 10);
    slipway_progress_end(&progress);
    slipway_progress_begin(&progress, 4, 10);
    slipway_progress_phase(&progress, "pass 2 of 3");
    slipway_progress_figure(&progress, "residual", 1.25e-7);
    slipway_progress_figure(&progress, "steps", 12345678);
    slipway_progress_end(&progress);
    slipway_progress_close(&progress);
    CHECK(strcmp(lines(), "{\"done\":3,\"of\":10}\n{\"done\":4,\"of\":10,\"phase\":\"pass 2 of 3\",\"figures\":"
                          "{\"residual\":1.25e-07,\"steps\":12345678}}\n") == 0,
          "%s", lines());
}

static void is_due_at_once_and_then_after_a_pause(void) {
    struct slipway_progress progress;
    open_at(&progress, path);
    CHECK(slipway_progress_wanted(&progress) && slipway_progress_due(&progress), "before the first report");
    slipway_progress_begin(&progress, 1, 2);
    slipway_progress_end(&progress);
    progress.last.tv_sec += 3600; /* the clock was set back */
    CHECK(slipway_progress_due(&progress), "after the clock was set back");
    slipway_progress_begin(&progress, 2, 2);
    slipway_progress_end(&progress);
    const struct timespec last = progress.last;
    timespec_get(&progress.last, TIME_UTC);
    progress.last.tv_sec += 10;
    CHECK(last.tv_sec > 0 && slipway_progress_due(&progress), "time of the last report %ld", (long)last.tv_sec);
    slipway_progress_close(&progress);
    CHECK(!slipway_progress_wanted(&progress) && !slipway_progress_due(&progress), "after the end");
}

static void does_nothing_without_the_variable(void) {
    struct slipway_progress progress;
    for (int empty = 0; empty < 2; empty++) {
        open_at(&progress, empty == 0 ? NULL : "");
        slipway_progress_begin(&progress, 1, 2);
        slipway_progress_figure(&progress, "a", 1);
        slipway_progress_end(&progress);
        CHECK(!slipway_progress_wanted(&progress) && !slipway_progress_due(&progress), "%d", empty);
        slipway_progress_close(&progress);
    }
    CHECK(access(path, F_OK) != 0, "a file was made");
}

static void leaves_out_text_and_numbers_that_json_lacks(void) {
    struct slipway_progress progress;
    open_at(&progress, path);
    slipway_progress_begin(&progress, 0, 1);
    slipway_progress_phase(&progress, "two\nlines");
    slipway_progress_figure(&progress, "", 1);
    slipway_progress_figure(&progress, "a\"b", 1);
    slipway_progress_figure(&progress, "a\\b", 1);
    slipway_progress_figure(&progress, "nan", NAN);
    slipway_progress_figure(&progress, "inf", INFINITY);
    slipway_progress_end(&progress);
    slipway_progress_close(&progress);
    CHECK(strcmp(lines(), "{\"done\":0,\"of\":1}\n") == 0, "%s", lines());
}

/* A reader takes only whole lines of JSON, so a report with too many figures loses the last ones. */
static void keeps_a_long_line_whole(void) {
    struct slipway_progress progress;
    char name[300];
    double value = 0;
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    for (size_t shorter = 0; shorter < 64; shorter++) {
        open_at(&progress, path);
        slipway_progress_begin(&progress, 1, 2);
        slipway_progress_figure(&progress, "first", 7);
        for (int i = 0; i < 100; i++)
            slipway_progress_figure(&progress, name + shorter, i);
        slipway_progress_end(&progress);
        slipway_progress_close(&progress);
        const char *line = lines();
        const size_t length = strlen(line);
        CHECK(length < sizeof progress.line && strcmp(line + length - 3, "}}\n") == 0, "%zu bytes", length);
        CHECK(sw_json_number(strchr(line, ':') == NULL ? "" : strstr(line, "{\"first"), "first", &value) && value == 7,
              "%s", line);
    }
}

static void writes_a_decimal_point_in_any_locale(void) {
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "C"};
    struct slipway_progress progress;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (setlocale(LC_NUMERIC, names[i]) == NULL)
            continue;
        open_at(&progress, path);
        slipway_progress_begin(&progress, 1, 2);
        slipway_progress_figure(&progress, "a", -0.5);
        slipway_progress_end(&progress);
        slipway_progress_close(&progress);
        CHECK(strcmp(lines(), "{\"done\":1,\"of\":2,\"figures\":{\"a\":-0.5}}\n") == 0, "%s: %s", names[i], lines());
    }
    setlocale(LC_NUMERIC, "C");
}

/* /dev/full fails each write as a full disk does. */
static void goes_on_without_progress_on_a_full_disk(void) {
    struct slipway_progress progress;
    open_at(&progress, "/dev/full");
    CHECK(slipway_progress_wanted(&progress), "no /dev/full");
    slipway_progress_begin(&progress, 1, 2);
    slipway_progress_end(&progress);
    CHECK(!slipway_progress_wanted(&progress), "after a failed write");
    slipway_progress_begin(&progress, 2, 2);
    slipway_progress_end(&progress);
    slipway_progress_close(&progress);
}

int main(void) {
    static const struct check_case cases[] = {
        CASE(writes_a_line_for_each_report),
        CASE(is_due_at_once_and_then_after_a_pause),
        CASE(does_nothing_without_the_variable),
        CASE(leaves_out_text_and_numbers_that_json_lacks),
        CASE(keeps_a_long_line_whole),
        CASE(writes_a_decimal_point_in_any_locale),
        CASE(goes_on_without_progress_on_a_full_disk),
    };
    snprintf(path, sizeof path, "/tmp/slipway-progress-%ld", (long)getpid());
    const int status = run_cases(cases, sizeof cases / sizeof cases[0]);
    unlink(path);
    return status;
}

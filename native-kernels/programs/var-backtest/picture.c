/* SPDX-License-Identifier: Apache-2.0 */
/* The picture: a dot for the P&L of each day, larger and red for an exception, and a line for minus the VaR. */
#include "backtest.h"

#include "base/day.h"

#include <math.h>

enum { WIDTH = 1000, HEIGHT = 420, LEFT = 70, RIGHT = 20, TOP = 40, BOTTOM = 40 };

/* The scales of days and amounts. */
struct scale {
    size_t days;
    double low, high;
};

static double x_of(const struct scale *scale, size_t day) {
    return LEFT + (WIDTH - LEFT - RIGHT) * ((double)day + 0.5) / (double)scale->days;
}

static double y_of(const struct scale *scale, double amount) {
    return TOP + (HEIGHT - TOP - BOTTOM) * (scale->high - amount) / (scale->high - scale->low);
}

static struct scale scale_of(const struct results *results) {
    struct scale scale = {results->count, 0, 0};
    for (size_t i = 0; i < results->count; i++) {
        scale.low = fmin(scale.low, fmin(results->days[i].pnl, -results->days[i].var));
        scale.high = fmax(scale.high, results->days[i].pnl);
    }
    if (!(scale.high > scale.low))
        scale.high = scale.low + 1;
    return scale;
}

/* Draws lines across at round amounts: a tenth, a fifth or a half of a power of ten apart. */
static void draw_grid(const struct scale *scale, FILE *out) {
    const double span = scale->high - scale->low, power = pow(10, floor(log10(span)));
    const double step = power * (span / power < 2 ? 0.2 : span / power < 5 ? 0.5 : 1);
    for (double k = ceil(scale->low / step); k * step <= scale->high; k++)
        fprintf(out,
                "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>"
                "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%g</text>\n",
                LEFT, WIDTH - RIGHT, y_of(scale, k * step), y_of(scale, k * step), LEFT - 6, y_of(scale, k * step) + 4,
                k * step);
}

/* Marks the first day of each year, or of each month if there are fewer than two years. */
static void draw_days(const struct results *results, const struct scale *scale, FILE *out) {
    const int unit = results->days[results->count - 1].day - results->days[0].day >= 20000 ? 10000 : 100;
    char day[SW_DAY_BYTES];
    for (size_t i = 1; i < results->count; i++)
        if (results->days[i].day / unit != results->days[i - 1].day / unit)
            fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.*s</text>\n", x_of(scale, i), HEIGHT - 16,
                    unit == 10000 ? 4 : 7, sw_day_text(results->days[i].day, day));
}

void draw_picture(const struct options *options, const struct results *results, FILE *out) {
    const struct scale scale = scale_of(results);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
            "font-size=\"12\">\n<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n"
            "<text x=\"%d\" y=\"22\" font-size=\"15\">P&amp;L by day and minus the VaR at %g %% (%s): %zu exceptions "
            "in %zu "
            "days</text>\n",
            WIDTH, HEIGHT, WIDTH, HEIGHT, LEFT, 100 * options->level, model_name(options->model),
            results->test.exceptions, results->count);
    draw_grid(&scale, out);
    draw_days(results, &scale, out);
    for (size_t i = 0; i < results->count; i++)
        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%s\" fill=\"%s\"/>\n", x_of(&scale, i),
                y_of(&scale, results->days[i].pnl), results->exceptions[i] ? "3" : "1.2",
                results->exceptions[i] ? "#c00" : "#678");
    fprintf(out, "<polyline fill=\"none\" stroke=\"#06c\" points=\"");
    for (size_t i = 0; i < results->count; i++)
        fprintf(out, "%.1f,%.1f ", x_of(&scale, i), y_of(&scale, -results->days[i].var));
    fprintf(out, "\"/>\n</svg>\n");
}

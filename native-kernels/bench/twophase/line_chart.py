"""Line charts as SVG: some panels side by side, each with x on a logarithmic scale. Standard library only."""

import math

WIDTH, HEIGHT, LEFT, TOP, BOTTOM, GAP, LEGEND = 340, 300, 62, 58, 78, 62, 140
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#555555"]


def size_text(size):
    for unit, factor in (("MiB", 1 << 20), ("KiB", 1 << 10)):
        if size >= factor:
            return f"{size / factor:g} {unit}"
    return f"{size:g} B"


def ticks(least, most, logarithmic):
    """Values at which the axis has a number."""
    if logarithmic:
        return [
            step * 10.0**power
            for power in range(math.floor(math.log10(least)), math.ceil(math.log10(most)) + 1)
            for step in (1, 2, 5)
            if least <= step * 10.0**power <= most
        ]
    step = 10.0 ** math.floor(math.log10(most))
    step = next(step * part for part in (0.1, 0.2, 0.25, 0.5, 1, 2) if most / (step * part) <= 8)
    return [step * i for i in range(int(most / step) + 1)]


class Scale:
    """From a value to a place."""

    def __init__(self, least, most, start, end, logarithmic):
        self.map = math.log if logarithmic else float
        self.least, self.start = self.map(least), start
        self.factor = (end - start) / ((self.map(most) - self.least) or 1)

    def __call__(self, value):
        return round(self.start + (self.map(value) - self.least) * self.factor, 1)


def text(x, y, words, anchor="middle", size=11, weight="normal", extra=""):
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}" {extra}>{words}</text>'


def panel(at, subtitle, lines, names, x_range, y_range, log_y, x_text):
    """LINES: {name: [(x, y), ...]}, drawn in the colours of NAMES."""
    x = Scale(*x_range, at + 8, at + WIDTH - 8, True)
    y = Scale(*y_range, TOP + HEIGHT, TOP, log_y)
    parts = [text(at + WIDTH / 2, TOP - 10, subtitle, size=12, weight="bold")]
    for value in ticks(*y_range, log_y):
        parts.append(f'<line x1="{at}" x2="{at + WIDTH}" y1="{y(value)}" y2="{y(value)}" stroke="#e4e4e4"/>')
        parts.append(text(at - 6, y(value) + 4, f"{value:g}", "end"))
    labelled = at + 2 * WIDTH
    for value in sorted({point[0] for line in lines.values() for point in line}, reverse=True):
        parts.append(f'<line x1="{x(value)}" x2="{x(value)}" y1="{TOP + HEIGHT}" y2="{TOP + HEIGHT + 4}" stroke="#888"/>')
        if labelled - x(value) >= 44:  # else it would cover its neighbour's
            parts.append(text(x(value), TOP + HEIGHT + 17, x_text(value), size=9.5))
            labelled = x(value)
    parts.append(f'<rect x="{at}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#888"/>')
    for name, points in lines.items():
        colour = COLOURS[names.index(name) % len(COLOURS)]
        path = " ".join(f"{x(a)},{y(b)}" for a, b in points)
        dashed = ' stroke-dasharray="5 4"' if name.endswith("*") else ""
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"{dashed}/>')
        if not dashed:
            parts += [f'<circle cx="{x(a)}" cy="{y(b)}" r="3" fill="{colour}"/>' for a, b in points]
    return parts


def draw(path, title, x_label, y_label, panels, log_y=False, x_text=size_text):
    """PANELS: [(subtitle, {name: [(x, y), ...]}), ...]; a name that ends in * is drawn dashed, without marks."""
    names = list(dict.fromkeys(name for _, lines in panels for name in lines))
    points = [point for _, lines in panels for line in lines.values() for point in line]
    x_range = min(x for x, _ in points), max(x for x, _ in points)
    y_range = (min(y for _, y in points) * 0.8 if log_y else 0.0), max(y for _, y in points) * 1.08
    width = LEFT + len(panels) * (WIDTH + GAP) - 40
    in_row = (width - LEFT) // LEGEND
    height = TOP + HEIGHT + BOTTOM + 20 * ((len(names) - 1) // in_row)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" fill="#222">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        text(LEFT, 24, title, "start", 15, "bold"),
        text(16, TOP + HEIGHT / 2, y_label, extra=f'transform="rotate(-90 16 {TOP + HEIGHT / 2})"'),
        text(LEFT + (width - LEFT) / 2, TOP + HEIGHT + 38, x_label),
    ]
    for i, (subtitle, lines) in enumerate(panels):
        parts += panel(LEFT + i * (WIDTH + GAP), subtitle, lines, names, x_range, y_range, log_y, x_text)
    for i, name in enumerate(names):
        at, y, colour = LEFT + i % in_row * LEGEND, TOP + HEIGHT + 62 + 20 * (i // in_row), COLOURS[i % len(COLOURS)]
        dashed = ' stroke-dasharray="5 4"' if name.endswith("*") else ""
        parts.append(f'<line x1="{at}" x2="{at + 22}" y1="{y - 4}" y2="{y - 4}" stroke="{colour}" stroke-width="3"{dashed}/>')
        parts.append(text(at + 28, y, name.rstrip("*"), "start"))
    with open(path, "w", encoding="utf-8") as out:
        out.write("\n".join(parts + ["</svg>\n"]))

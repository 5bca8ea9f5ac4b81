package io.github.ratelimited.benchmarks.report;

import io.github.ratelimited.benchmarks.measure.Measure;
import io.github.ratelimited.benchmarks.measure.Result;
import java.util.Locale;
import java.util.Map;

/** An SVG with a bar for each measure, in greys and one blue that show on light and dark pages. */
final class Bars {

    private static final int LEFT = 240;
    private static final int LONGEST = 300;
    private static final int STEP = 24;
    private static final int TOP = 34;
    private static final String GREY = "#7d8590";
    private static final String BLUE = "#3b82f6";

    private final StringBuilder text = new StringBuilder();

    private Bars() {}

    static String of(Result result) {
        Bars bars = new Bars();
        bars.draw(result);
        return bars.text.toString();
    }

    private void draw(Result result) {
        int width = LEFT + LONGEST + 90;
        int height = TOP + STEP * result.measures().size() + 6;
        String title = result.title() + ", " + result.unit();
        line(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\""
                        + " aria-labelledby=\"title\" font-family=\"sans-serif\" font-size=\"12\" fill=\"%s\">",
                width, height, width, height, GREY);
        line("<title id=\"title\">%s</title>", title);
        line("<text x=\"%d\" y=\"18\" font-size=\"13\">%s</text>", LEFT, title);
        double most = result.measures().values().stream()
                .mapToDouble(Measure::median)
                .max()
                .orElseThrow();
        int y = TOP;
        for (Map.Entry<String, Measure> one : result.measures().entrySet()) {
            double value = Math.max(0, one.getValue().median());
            double length = most == 0 ? 0 : LONGEST * value / most;
            line("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>", LEFT - 8, y + 13, one.getKey());
            line(
                    "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"16\" fill=\"%s\"/>",
                    LEFT, y, Math.max(1, length), one.getKey().startsWith(Result.OURS) ? BLUE : GREY);
            line(
                    "<text x=\"%.1f\" y=\"%d\">%s</text>",
                    LEFT + length + 6, y + 13, Result.number(one.getValue().median()));
            y += STEP;
        }
        line("</svg>");
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}

package io.github.ratelimited.docs;

import java.util.Locale;

/** An SVG with a time axis, in greys and one blue that show on light and dark pages. */
public final class Drawing {

    static final int MARK = 5;

    private static final int LEFT = 80;
    private static final int SECOND = 18;
    private static final String GREY = "#7d8590";
    private static final String BLUE = "#3b82f6";

    private final StringBuilder text = new StringBuilder();
    private final int height;

    public Drawing(String title, String description, int height) {
        this.height = height;
        int width = LEFT + SECOND * Load.SECONDS + 20;
        line(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\""
                        + " aria-labelledby=\"title desc\" font-family=\"sans-serif\" font-size=\"12\" fill=\"%s\">",
                width, height, width, height, GREY);
        line("<title id=\"title\">%s</title>", title);
        line("<desc id=\"desc\">%s</desc>", description);
        line("<text x=\"%d\" y=\"16\" font-size=\"13\">%s</text>", LEFT, title);
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static double x(long micros) {
        return LEFT + SECOND * micros / 1e6;
    }

    public void label(String words, int y) {
        line("<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>", LEFT - 12, y + 4, words);
    }

    public void granted(long micros, int y) {
        line("<circle cx=\"%.1f\" cy=\"%d\" r=\"%d\" fill=\"%s\"/>", x(micros), y, MARK, BLUE);
    }

    public void rejected(long micros, int y) {
        line(
                "<circle cx=\"%.1f\" cy=\"%d\" r=\"%.1f\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>",
                x(micros), y, MARK - 0.75, GREY);
    }

    void waiting(long from, long to, int y) {
        line(
                "<path d=\"M%.1f %dH%.1f\" stroke=\"%s\" stroke-width=\"2\" stroke-opacity=\"0.5\"/>",
                x(from), y, x(to), BLUE);
    }

    void band(long from, long to, int top, int bottom) {
        line(
                "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\" fill-opacity=\"0.15\"/>",
                x(from), top, x(to) - x(from), bottom - top, GREY);
    }

    /** Steps of a level whose values lie a tenth of a second apart; only its changes are drawn. */
    public void level(Iterable<Long> values, int bottom, int unit) {
        StringBuilder path = new StringBuilder();
        long before = -1;
        long at = 0;
        for (long value : values) {
            if (value != before) {
                path.append(String.format(
                        Locale.ROOT, path.isEmpty() ? "M%.1f %d" : "H%.1fV%d", x(at), bottom - value * unit));
                before = value;
            }
            at += Run.TENTH;
        }
        line("<path d=\"%sH%.1f\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>", path, x(at - Run.TENTH), BLUE);
    }

    public String withAxis() {
        int y = height - 26;
        line("<path d=\"M%d %dH%.1f\" stroke=\"%s\"/>", LEFT, y, x(Load.SECONDS * 1_000_000L), GREY);
        for (int second = 0; second <= Load.SECONDS; second += 5) {
            double x = x(second * 1_000_000L);
            line("<path d=\"M%.1f %dv5\" stroke=\"%s\"/>", x, y, GREY);
            line("<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d s</text>", x, y + 18, second);
        }
        return text + "</svg>\n";
    }
}

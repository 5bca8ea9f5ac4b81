package io.github.ratelimited.web.route;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.PathContainer.Element;
import org.springframework.http.server.PathContainer.PathSegment;
import org.springframework.http.server.PathContainer.Separator;
import org.springframework.web.util.UriUtils;

/**
 * The forms in which what answers a request may read its path. Controllers take it as it is. Servers, filters and handlers of
 * static resources take {@code //files/x}, {@code /./files/x} and {@code /files/x/} for {@code /files/x}, and some also
 * {@code /files%2Fx}.
 */
final class PathForms {

    private PathForms() {}

    /** {@return the path as it is and, where others may read it in another way, in its normal form} */
    static List<PathContainer> of(PathContainer path) {
        return isNormal(path) ? List.of(path) : of(path, text(path));
    }

    /**
     * The forms of a path that its server has mapped.
     *
     * @param path the path as it is
     * @param mapped the decoded path as the server reads it
     */
    static List<PathContainer> of(PathContainer path, String mapped) {
        Set<PathContainer> forms = new LinkedHashSet<>(List.of(path, normal(text(path)), normal(mapped)));
        return List.copyOf(forms);
    }

    /** Whether all read the path in the same way. */
    static boolean isNormal(PathContainer path) {
        boolean afterSeparator = false;
        for (Element element : path.elements()) {
            boolean separator = element instanceof Separator;
            if (separator ? afterSeparator : isOdd(((PathSegment) element).valueToMatch())) {
                return false;
            }
            afterSeparator = separator;
        }
        return !afterSeparator || path.elements().size() == 1;
    }

    private static boolean isOdd(String segment) {
        return segment.isEmpty()
                || segment.equals(".")
                || segment.equals("..")
                || segment.indexOf('/') >= 0
                || segment.indexOf('\\') >= 0;
    }

    private static String text(PathContainer path) {
        StringBuilder text = new StringBuilder();
        path.elements()
                .forEach(element ->
                        text.append(element instanceof PathSegment segment ? segment.valueToMatch() : element.value()));
        return text.toString();
    }

    /** {@return the path of a decoded text, without empty segments and dots} */
    static PathContainer normal(String text) {
        List<String> segments = new ArrayList<>();
        for (String segment : text.split("[/\\\\]")) {
            if (segment.equals("..")) {
                segments.subList(Math.max(0, segments.size() - 1), segments.size())
                        .clear();
            } else if (!segment.isEmpty() && !segment.equals(".")) {
                segments.add(UriUtils.encode(segment, StandardCharsets.UTF_8));
            }
        }
        return PathContainer.parsePath("/" + String.join("/", segments));
    }
}

package io.github.ratelimited.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An operation that Redis runs: what all scripts share, the algorithms that are needed, and the operation itself, put
 * together once for each set of algorithms so that the text stays the same.
 */
enum Script {
    ACQUIRE("acquire.lua"),
    GIVE_BACK("give_back.lua"),
    USAGE("usage.lua"),
    RELEASE("release.lua"),
    RESET("reset.lua");

    private final String file;
    private final Map<Set<StateFormat>, String> texts = new ConcurrentHashMap<>();
    private final Map<StateFormat, String> singles = new ConcurrentHashMap<>();

    Script(String file) {
        this.file = file;
    }

    String file() {
        return file;
    }

    /** {@return the text for requests of one algorithm} */
    String text(StateFormat format) {
        String text = singles.get(format);
        return text != null ? text : singles.computeIfAbsent(format, f -> text(EnumSet.of(f)));
    }

    /** {@return the text for requests of several algorithms} */
    String text(Set<StateFormat> formats) {
        return texts.computeIfAbsent(EnumSet.copyOf(formats), this::compose);
    }

    private String compose(Set<StateFormat> formats) {
        StringBuilder text = new StringBuilder(code("common.lua"));
        formats.forEach(format -> text.append(code(format.file())));
        return text.append(code(file)).toString();
    }

    /** Without comments and indentation, which only lengthen what each server has to keep. */
    private static String code(String file) {
        return source(file)
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("--"))
                .reduce("", (text, line) -> text + line + '\n');
    }

    static String source(String file) {
        try (InputStream in = Script.class.getResourceAsStream("lua/" + file)) {
            if (in == null) {
                throw new IllegalStateException("The script " + file + " is missing from the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}

package io.github.ratelimited.redis.script;

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
public enum Script {
    ACQUIRE("acquire.lua", true),
    /** The same for requests that may have to wait for a turn. */
    ACQUIRE_IN_TURN("acquire.lua", true),
    SETTLE("settle.lua", false),
    USAGE("usage.lua", true),
    RELEASE("release.lua", false),
    BLOCK("block.lua", false),
    RESET("reset.lua", false),
    REMOVE("remove.lua", true);

    /** Where the part of an algorithm begins that is not needed for taking permits. */
    private static final String BEYOND_TAKING = "-- Beyond taking";

    /** How the names of files begin that decide requests with a single demand, all of one algorithm. */
    private static final String FOR_SINGLE = "single_";

    private static final String QUEUE = "wait_queue.lua";

    private final String file;
    private final boolean takesOnly;
    private final Map<Set<StateFormat>, String> texts = new ConcurrentHashMap<>();

    Script(String file, boolean takesOnly) {
        this.file = file;
        this.takesOnly = takesOnly;
    }

    public String file() {
        return file;
    }

    /** {@return the text for requests of one algorithm} */
    public String text(StateFormat format) {
        return text(EnumSet.of(format));
    }

    /** {@return the text for requests of several algorithms} */
    public String text(Set<StateFormat> formats) {
        return texts.computeIfAbsent(EnumSet.copyOf(formats), this::compose);
    }

    private String compose(Set<StateFormat> formats) {
        StringBuilder text = new StringBuilder(code(source("common.lua")));
        boolean several = formats.size() > 1;
        if (several) {
            text.append(code(source(StateFormat.CONTRACT))).append("algorithms = {}\n");
        }
        for (StateFormat format : formats) {
            format.files().stream()
                    .filter(part -> !part.startsWith(FOR_SINGLE) || this == ACQUIRE && !several)
                    .filter(part -> !part.equals(StateFormat.CONTRACT) || !several)
                    .forEach(part -> text.append(code(taking(source(part)))));
            if (several) {
                text.append("algorithms.").append(format.version()).append(" = { read, take, write }\n");
            }
        }
        if (this == ACQUIRE_IN_TURN) {
            text.append(code(source(QUEUE)));
        }
        return text.append(code(source(file))).toString();
    }

    private String taking(String part) {
        int end = part.indexOf(BEYOND_TAKING);
        return takesOnly && end > 0 ? part.substring(0, end) : part;
    }

    /** {@return a script that shares nothing with those that take permits} */
    public static String standalone(String file) {
        return code(source(file));
    }

    /** Without comments and indentation, which only lengthen what each server has to keep. */
    private static String code(String source) {
        return source.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("--"))
                .reduce("", (text, line) -> text + line + '\n');
    }

    public static String source(String file) {
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

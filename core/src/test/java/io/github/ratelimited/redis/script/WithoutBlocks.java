package io.github.ratelimited.redis.script;

import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** The script that takes permits of one algorithm, from which all that it does for blocks is cut. */
final class WithoutBlocks {

    private WithoutBlocks() {}

    static String of(StateFormat format) {
        boolean exact = format == StateFormat.SLIDING_WINDOW;
        String file = exact ? "single_window.lua" : format.files().get(0);
        String part = code(Script.source(file));
        String whole = Script.ACQUIRE.text(format);
        if (!whole.contains(part)) {
            throw new IllegalStateException("The script of " + format + " has no part " + file);
        }
        String cut = exact ? ofWindow(part) : ofString(part);
        if (cut.contains("block") || cut.contains("closed")) {
            throw new IllegalStateException("Something for blocks is left in " + file + ":\n" + cut);
        }
        return whole.replace(part, cut);
    }

    /** As it is sent. */
    private static String code(String source) {
        int end = source.indexOf("-- Beyond taking");
        return (end < 0 ? source : source.substring(0, end))
                .lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("--"))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }

    /** One number less in each state. */
    private static String ofString(String part) {
        int bytes = Integer.parseInt(part.replaceAll("(?s).*size = (\\d+)\n.*", "$1"));
        String numbers = "'>" + "d".repeat(bytes / 8) + "'";
        return lines(
                part.replace("size = " + bytes, "size = " + (bytes - 8))
                        .replace(numbers, numbers.replace("dd'", "d'"))
                        .replace(
                                "if block > 0 and block > now + offset then\nclosed, permits = block - now - offset, 0\nend\n",
                                "")
                        .replaceAll("if closed then\n.*\nend\n", ""),
                WithoutBlocks::withoutNames);
    }

    private static String withoutNames(String line) {
        if (!line.contains("block, ")) {
            return line;
        }
        String fewer = line.contains("struct") || !line.contains(" = ") ? line : line.replaceFirst("\\b0, ", "");
        return fewer.replace("block, ", "").replace("closed, ", "").replaceFirst("nil, (nil|false)$", "$1");
    }

    private static String ofWindow(String part) {
        return part.replace("local block\n", "")
                .replace("offset, block = struct.unpack('<dddd'", "offset = struct.unpack('<ddd'")
                .replace(" and block <= clock", "");
    }

    private static String lines(String text, UnaryOperator<String> change) {
        return text.lines().map(change).map(line -> line + "\n").collect(Collectors.joining());
    }
}

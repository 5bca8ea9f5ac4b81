package io.github.ratelimited.key;

import java.util.HexFormat;
import java.util.regex.Pattern;

/** Text for messages: as it was written, but for what would not be seen. */
public final class VisibleText {

    /** What a log or a terminal takes for more than a letter: controls, line ends, changes of direction. */
    private static final Pattern INVISIBLE = Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private VisibleText() {}

    /** {@return the text, with codes such as {@code \\u000A} for what is not seen} */
    public static String of(String text) {
        return INVISIBLE.matcher(text).replaceAll(found -> codes(found.group()));
    }

    private static String codes(String invisible) {
        StringBuilder codes = new StringBuilder();
        invisible.chars().forEach(code -> codes.append("\\\\u").append(HEX.toHexDigits((char) code)));
        return codes.toString();
    }
}

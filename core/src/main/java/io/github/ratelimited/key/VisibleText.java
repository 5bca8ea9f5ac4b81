package io.github.ratelimited.key;

import java.util.HexFormat;

/** Text for messages: as it was written, but for what would not be seen. */
public final class VisibleText {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private VisibleText() {}

    /** {@return the text, with codes such as {@code \\u000A} for what is not seen} */
    public static String of(String text) {
        StringBuilder visible = new StringBuilder(text.length());
        text.codePoints().forEach(code -> {
            if (KeyEncoding.isInvisible(code)) {
                Character.toString(code)
                        .chars()
                        .forEach(unit -> visible.append("\\u").append(HEX.toHexDigits((char) unit)));
            } else {
                visible.appendCodePoint(code);
            }
        });
        return visible.toString();
    }
}

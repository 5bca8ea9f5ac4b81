package io.github.ratelimited.web;

import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.ErrorResponse;

/** An answer as it is written before and after the URI of the request that it is about. */
record RenderedProblem(
        HttpStatusCode status, Map<String, String> headers, String contentType, byte[] before, byte[] after) {

    /**
     * Stands for any request. Has each character that requests may have here, so that where it is written as it is they
     * are, too.
     */
    static final URI ANY =
            URI.create("/%41!$()*+,-.:;=@_~/0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");

    private static final Pattern ABOUT_ANY = Pattern.compile(ANY.toString(), Pattern.LITERAL);
    private static final BitSet PLAIN = new BitSet();

    static {
        ANY.toString().chars().forEach(PLAIN::set);
    }

    /** Reads what was written about {@link #ANY}; empty where that is not found once. */
    static Optional<RenderedProblem> of(ErrorResponse answer, String contentType, byte[] written) {
        String[] around = ABOUT_ANY.split(new String(written, StandardCharsets.ISO_8859_1), -1);
        return around.length != 2
                ? Optional.empty()
                : Optional.of(new RenderedProblem(
                        answer.getStatusCode(),
                        Map.copyOf(answer.getHeaders().toSingleValueMap()),
                        contentType,
                        around[0].getBytes(StandardCharsets.ISO_8859_1),
                        around[1].getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** The problem of a request, or {@code null} when its URI is none or has characters that may have to be escaped. */
    byte @Nullable [] about(String uri) {
        if (!isPlain(uri)) {
            return null;
        }
        byte[] about = uri.getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.allocate(before.length + about.length + after.length)
                .put(before)
                .put(about)
                .put(after)
                .array();
    }

    private static boolean isPlain(String uri) {
        for (int i = 0; i < uri.length(); i++) {
            if (!PLAIN.get(uri.charAt(i))) {
                return false;
            }
        }
        try {
            URI.create(uri);
            return true;
        } catch (IllegalArgumentException ex) {
            return false;
        }
    }
}

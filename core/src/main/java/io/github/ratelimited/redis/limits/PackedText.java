package io.github.ratelimited.redis.limits;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Strings as the scripts for limits take and return them: each after its length in four bytes. */
final class PackedText {

    private PackedText() {}

    static byte[] pack(Collection<String> words) {
        List<byte[]> encoded = words.stream()
                .map(word -> word.getBytes(StandardCharsets.UTF_8))
                .toList();
        int bytes =
                encoded.stream().mapToInt(word -> Integer.BYTES + word.length).sum();
        ByteBuffer packed = ByteBuffer.allocate(bytes);
        encoded.forEach(word -> packed.putInt(word.length).put(word));
        return packed.array();
    }

    static List<String> unpack(byte[] packed) {
        ByteBuffer left = ByteBuffer.wrap(packed);
        List<String> words = new ArrayList<>();
        while (left.hasRemaining()) {
            byte[] word = new byte[left.getInt()];
            left.get(word);
            words.add(new String(word, StandardCharsets.UTF_8));
        }
        return words;
    }
}

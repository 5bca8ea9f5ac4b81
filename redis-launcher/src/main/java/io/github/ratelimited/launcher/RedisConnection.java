package io.github.ratelimited.launcher;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One plain connection to a Redis, in the second version of its protocol and without any client library.
 *
 * <p>A reply is a {@link String}, a {@link Long}, a {@link List} of replies, or null; bytes that are not UTF-8 are lost.
 * What does not arrive within the timeout is an {@link UncheckedIOException}. Not safe for several threads.
 */
public final class RedisConnection implements AutoCloseable {

    static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final Socket socket;
    private final InputStream in;

    private RedisConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    static RedisConnection open(String host, int port, Duration timeout) {
        Socket socket = new Socket();
        try {
            int millis = Math.toIntExact(timeout.toMillis());
            socket.connect(new InetSocketAddress(host, port), millis);
            socket.setSoTimeout(millis);
            socket.setTcpNoDelay(true);
            return new RedisConnection(socket);
        } catch (IOException failed) {
            close(socket);
            throw new UncheckedIOException("No connection to " + host + ":" + port, failed);
        }
    }

    /**
     * Sends a command and reads its reply.
     *
     * @param words the command and its arguments
     * @return the reply
     * @throws RedisReplyException when the reply is an error
     */
    public @Nullable Object command(String... words) {
        try {
            ByteArrayOutputStream request = new ByteArrayOutputStream();
            request.writeBytes(utf8("*" + words.length + "\r\n"));
            for (String word : words) {
                byte[] bytes = utf8(word);
                request.writeBytes(utf8("$" + bytes.length + "\r\n"));
                request.writeBytes(bytes);
                request.writeBytes(utf8("\r\n"));
            }
            request.writeTo(socket.getOutputStream());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return read();
    }

    /**
     * Reads one more reply, as they come after {@code MONITOR} and {@code SUBSCRIBE}.
     *
     * @return the reply
     * @throws RedisReplyException when the reply is an error
     */
    public @Nullable Object read() {
        try {
            Object reply = reply();
            if (reply instanceof RedisReplyException error) {
                throw error;
            }
            return reply;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    // Errors are returned, not thrown: one in the middle of a list must not leave the rest of the list unread.
    private @Nullable Object reply() throws IOException {
        String line = line();
        String rest = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> rest;
            case '-' -> new RedisReplyException(rest);
            case ':' -> Long.valueOf(rest);
            case '$' -> text(Integer.parseInt(rest));
            case '*' -> list(Integer.parseInt(rest));
            default -> throw new IOException("Not a Redis reply: " + line);
        };
    }

    private @Nullable String text(int length) throws IOException {
        if (length < 0) {
            return null;
        }
        byte[] bytes = in.readNBytes(length);
        line();
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private @Nullable List<@Nullable Object> list(int size) throws IOException {
        if (size < 0) {
            return null;
        }
        List<@Nullable Object> replies = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            replies.add(reply());
        }
        return replies;
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\r'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("Redis closed the connection");
            }
            line.write(next);
        }
        in.skipNBytes(1);
        return line.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        close(socket);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

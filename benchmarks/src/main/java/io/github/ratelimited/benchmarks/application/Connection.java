package io.github.ratelimited.benchmarks.application;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A connection to a server that stays open, for one request at a time. */
final class Connection implements AutoCloseable {

    private static final int LENGTH_OF_STATUS_LINE = 13;

    private final int port;
    private final Selector selector;
    private final ByteBuffer answer = ByteBuffer.allocate(8 << 10);
    private SocketChannel channel;
    private long sent;
    private boolean waits;

    Connection(int port, Selector selector) {
        this.port = port;
        this.selector = selector;
        this.channel = open();
    }

    private SocketChannel open() {
        try {
            SocketChannel opened = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
            opened.configureBlocking(false);
            opened.register(selector, SelectionKey.OP_READ, this);
            return opened;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** Opens it again. */
    void reopen() {
        close();
        channel = open();
    }

    static ByteBuffer request(String path) {
        return ByteBuffer.wrap(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII));
    }

    void send(ByteBuffer request) {
        send(request, System.nanoTime());
    }

    /** Sends a request that was due at a time. */
    void send(ByteBuffer request, long due) {
        answer.clear();
        waits = true;
        sent = due;
        try {
            channel.write(request.duplicate());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    /** {@return when the request was due, by {@code System.nanoTime()}} */
    long sent() {
        return sent;
    }

    /** {@return whether a request was sent at least so long ago, and has no answer} */
    boolean waitsFor(Duration length) {
        return waits && System.nanoTime() - sent >= length.toNanos();
    }

    /** {@return the status, or 0 as long as some of the answer is missing} */
    int read() {
        try {
            if (channel.read(answer) < 0) {
                throw new IOException("The server has closed the connection");
            }
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
        waits = !isWhole();
        return waits ? 0 : status();
    }

    private int status() {
        return (digit(9) * 10 + digit(10)) * 10 + digit(11);
    }

    private int digit(int index) {
        return answer.get(index) - '0';
    }

    /** An answer has a length, or ends with an empty chunk. */
    private boolean isWhole() {
        int end = answer.position();
        int length = -1;
        for (int i = LENGTH_OF_STATUS_LINE; i + 1 < end; i++) {
            if (answer.get(i - 1) == '\n') {
                if (answer.get(i) == '\r') {
                    return length >= 0 ? end >= i + 2 + length : endsWithEmptyChunk(end);
                }
                length = startsWith("content-length: ", i) ? number(i + "content-length: ".length()) : length;
            }
        }
        return false;
    }

    private boolean endsWithEmptyChunk(int end) {
        return startsWith("\n0\r\n\r\n", end - "\n0\r\n\r\n".length());
    }

    private boolean startsWith(String text, int index) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.toLowerCase(answer.get(index + i)) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private int number(int index) {
        int number = 0;
        for (int i = index; answer.get(i) != '\r'; i++) {
            number = number * 10 + digit(i);
        }
        return number;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}

package io.github.ratelimited.launcher.http;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sends requests as they are written, over one connection for as long as the server leaves it open. */
public final class RawConnection implements AutoCloseable {

    /**
     * What a server answered.
     *
     * @param status status, 0 when it closed the connection without a word
     * @param headers last value by name in lower case
     */
    public record Answer(int status, Map<String, String> headers) {}

    private final int port;
    private @Nullable Socket socket;
    private @Nullable InputStream input;

    RawConnection(int port) {
        this.port = port;
    }

    Answer send(String request) throws IOException {
        if (socket == null || input == null) {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(30_000);
            socket.setTcpNoDelay(true);
            input = new BufferedInputStream(socket.getInputStream());
        }
        try {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return answer(input, request.startsWith("HEAD "));
        } catch (EOFException | java.net.SocketException ex) {
            close();
            return new Answer(0, Map.of());
        }
    }

    private Answer answer(InputStream from, boolean head) throws IOException {
        int status = Integer.parseInt(line(from).split(" ")[1]);
        Map<String, String> headers = new TreeMap<>();
        for (String line = line(from); !line.isEmpty(); line = line(from)) {
            int colon = line.indexOf(':');
            headers.put(
                    line.substring(0, colon).toLowerCase(Locale.ROOT),
                    line.substring(colon + 1).trim());
        }
        if (!head && status != 204 && status != 304) {
            skipBody(from, headers);
        }
        boolean lasts =
                headers.containsKey("content-length") || headers.containsKey("transfer-encoding") || status == 204;
        if (!lasts || headers.getOrDefault("connection", "").equalsIgnoreCase("close")) {
            close();
        }
        return new Answer(status, headers);
    }

    private static void skipBody(InputStream from, Map<String, String> headers) throws IOException {
        if (headers.containsKey("content-length")) {
            from.skipNBytes(Long.parseLong(headers.get("content-length")));
        } else if (headers.containsKey("transfer-encoding")) {
            for (int size = chunk(from); size > 0; size = chunk(from)) {
                from.skipNBytes(size + 2L);
            }
            line(from);
        } else {
            from.readAllBytes();
        }
    }

    private static int chunk(InputStream from) throws IOException {
        return Integer.parseInt(line(from).split(";")[0].trim(), 16);
    }

    private static String line(InputStream from) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = from.read(); next != '\n'; next = from.read()) {
            if (next < 0) {
                throw new EOFException();
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        if (socket != null) {
            socket.close();
        }
        socket = null;
        input = null;
    }
}

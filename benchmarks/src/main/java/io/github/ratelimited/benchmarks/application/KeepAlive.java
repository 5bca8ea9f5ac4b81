package io.github.ratelimited.benchmarks.application;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** One connection to a server. Does as little as can be, so that the server is what is measured. */
final class KeepAlive implements AutoCloseable {

    private final Socket socket;
    private final InputStream input;

    KeepAlive(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            input = new BufferedInputStream(socket.getInputStream());
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    static byte[] request(String path) {
        return ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** {@return the status} */
    int send(byte[] request) {
        try {
            socket.getOutputStream().write(request);
            int status = Integer.parseInt(line().substring(9, 12));
            long length = -1;
            for (String line = line(); !line.isEmpty(); line = line()) {
                if (line.regionMatches(true, 0, "Content-Length:", 0, 15)) {
                    length = Long.parseLong(line.substring(15).trim());
                }
            }
            if (length >= 0) {
                input.skipNBytes(length);
            } else {
                for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
                    input.skipNBytes(size + 2L);
                }
                line();
            }
            return status;
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = input.read(); next != '\n'; next = input.read()) {
            if (next < 0) {
                throw new IOException("The server has closed the connection");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException ex) {
            throw new UncheckedIOException(ex);
        }
    }
}

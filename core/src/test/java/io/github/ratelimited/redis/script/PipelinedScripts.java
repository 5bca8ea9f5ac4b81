package io.github.ratelimited.redis.script;

import io.github.ratelimited.launcher.Redis;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Runs scripts many at once, so that the server and nobody else has something to do, and tells what each took there. */
final class PipelinedScripts implements AutoCloseable {

    private static final Pattern MICROS = Pattern.compile("cmdstat_evalsha:calls=\\d+,usec=(\\d+)");

    private static final Pattern PROCESSOR = Pattern.compile("used_cpu_(?:sys|user):([\\d.]+)");

    private final Redis server;
    private final Socket socket;
    private final InputStream in;

    PipelinedScripts(Redis server) throws IOException {
        URI url = URI.create(server.url());
        this.server = server;
        this.socket = new Socket(url.getHost(), url.getPort());
        this.in = new BufferedInputStream(socket.getInputStream(), 1 << 16);
    }

    /** A script with its key and arguments, which are sent as they are. */
    byte[] request(String script, String key, double... arguments) throws IOException {
        ByteBuffer numbers = ByteBuffer.allocate(arguments.length * Double.BYTES);
        for (double argument : arguments) {
            numbers.putDouble(argument);
        }
        String digest = String.valueOf(server.command("SCRIPT", "LOAD", script));
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.write("*5\r\n".getBytes(StandardCharsets.US_ASCII));
        for (byte[] word : new byte[][] {ascii("EVALSHA"), ascii(digest), ascii("1"), ascii(key), numbers.array()}) {
            request.write(ascii("$" + word.length + "\r\n"));
            request.write(word);
            request.write(ascii("\r\n"));
        }
        return request.toByteArray();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Microseconds of the server for each of some calls, all of which grant or all refuse. */
    double microsPerCall(byte[] request, int calls, boolean granted) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream(calls * request.length);
        for (int i = 0; i < calls; i++) {
            all.writeBytes(request);
        }
        long before = micros();
        all.writeTo(socket.getOutputStream());
        Set<Double> outcomes = new HashSet<>();
        for (int i = 0; i < calls; i++) {
            outcomes.add(ByteBuffer.wrap(reply()).getDouble(2 * Double.BYTES));
        }
        if (!outcomes.equals(Set.of(granted ? 1.0 : 0.0))) {
            throw new IllegalStateException("Answered with " + outcomes);
        }
        return (double) (micros() - before) / calls;
    }

    /** Microseconds of the processor that the server needs for each of some calls that come one after the other. */
    double processorMicrosPerCall(byte[] request, int calls) throws IOException {
        double before = processorSeconds();
        for (int i = 0; i < calls; i++) {
            socket.getOutputStream().write(request);
            reply();
        }
        return 1e6 * (processorSeconds() - before) / calls;
    }

    private double processorSeconds() {
        return PROCESSOR
                .matcher(String.valueOf(server.command("INFO", "cpu")))
                .results()
                .mapToDouble(used -> Double.parseDouble(used.group(1)))
                .sum();
    }

    private byte[] reply() throws IOException {
        String length = line();
        if (!length.startsWith("$")) {
            throw new IllegalStateException(length);
        }
        byte[] bytes = in.readNBytes(Integer.parseInt(length.substring(1)));
        line();
        return bytes;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            line.append((char) next);
        }
        return line.toString().strip();
    }

    private long micros() {
        Matcher matcher = MICROS.matcher(String.valueOf(server.command("INFO", "commandstats")));
        return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}

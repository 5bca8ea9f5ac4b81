package io.github.ratelimited.launcher;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The network between the nodes of a cluster, which can lose some of them. Each node announces a door here instead of the
 * port of its bus. Who comes through a door says its port in the head of its first message.
 */
final class ClusterBus implements AutoCloseable {

    static final int OFFSET = 10_000;

    /** Signature, length, version and the port for clients: as in all versions from Redis 4 on. */
    private static final int HEAD = 12;

    private static final int PORT_AT = 10;

    private final Map<Integer, Door> doors = new ConcurrentHashMap<>();
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final Set<Integer> cutOff = ConcurrentHashMap.newKeySet();

    /** Starts a node that others reach through here only. */
    RedisServer start(RedisServerBuilder builder) {
        try {
            return start(builder, new ServerSocket(0, 50, InetAddress.getByName(RedisServer.HOST)));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private RedisServer start(RedisServerBuilder builder, ServerSocket listener) {
        try {
            RedisServer node = builder.setting("cluster-announce-bus-port", String.valueOf(listener.getLocalPort()))
                    .start();
            Door door = new Door(listener, node.port());
            doors.put(node.port(), door);
            start(() -> accept(door));
            return node;
        } catch (RuntimeException failed) {
            closeQuietly(listener);
            throw failed;
        }
    }

    /** Where a node's bus is. */
    int portOf(RedisServer node) {
        return Objects.requireNonNull(doors.get(node.port())).listener.getLocalPort();
    }

    /** Loses what a node says and what is said to it. */
    void cutOff(RedisServer node) {
        cutOff.add(node.port());
        links.stream().filter(this::isCutOff).forEach(Link::close);
    }

    boolean isCutOff(RedisServer node) {
        return cutOff.contains(node.port());
    }

    void mend() {
        cutOff.clear();
    }

    @Override
    public void close() {
        doors.values().forEach(door -> closeQuietly(door.listener));
        links.forEach(Link::close);
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "cluster-bus");
        thread.setDaemon(true);
        thread.start();
    }

    private static void closeQuietly(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception closedAlready) {
            // The other side notices by itself.
        }
    }

    private void accept(Door door) {
        while (!door.listener.isClosed()) {
            try {
                Socket from = door.listener.accept();
                start(() -> connect(from, door.node));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void connect(Socket from, int node) {
        try (from;
                Socket to = new Socket(RedisServer.HOST, node + OFFSET)) {
            byte[] head = new byte[HEAD];
            new DataInputStream(from.getInputStream()).readFully(head);
            Link link =
                    new Link(from, to, Short.toUnsignedInt(ByteBuffer.wrap(head).getShort(PORT_AT)), node);
            links.add(link);
            try {
                if (!isCutOff(link)) {
                    to.getOutputStream().write(head);
                    start(() -> pump(to, from));
                    pump(from, to);
                }
            } finally {
                links.remove(link);
            }
        } catch (IOException lost) {
            // The node that came notices and comes again.
        }
    }

    private boolean isCutOff(Link link) {
        return cutOff.contains(link.source) || cutOff.contains(link.target);
    }

    private static void pump(Socket in, Socket out) {
        try (InputStream bytes = in.getInputStream();
                OutputStream sink = out.getOutputStream()) {
            bytes.transferTo(sink);
        } catch (IOException closed) {
            // As the end of the stream.
        }
    }

    /** What a node announces as its bus. */
    private record Door(ServerSocket listener, int node) {}

    private record Link(Socket from, Socket to, int source, int target) {

        private void close() {
            closeQuietly(from);
            closeQuietly(to);
        }
    }
}

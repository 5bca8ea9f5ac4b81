package io.github.ratelimited.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** A bad network in front of a server, on a port of its own at 127.0.0.1. Safe for several threads. */
public final class TcpProxy implements AutoCloseable {

    private final Redis target;
    private final ServerSocket listener;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile Duration delay = Duration.ZERO;
    private volatile boolean cutOff;

    private TcpProxy(Redis target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 50, InetAddress.getByName(RedisServer.HOST));
        start("accept", this::accept);
    }

    /** {@return a proxy that passes everything on to a server at once} */
    public static TcpProxy to(Redis target) {
        try {
            return new TcpProxy(target);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** {@return the server as it is seen through the proxy} */
    public Redis redis() {
        return new Redis(RedisServer.HOST, listener.getLocalPort(), target.description() + " behind a proxy");
    }

    /**
     * Keeps back what the server answers.
     *
     * @param delay how long, zero for not at all
     */
    public void delay(Duration delay) {
        this.delay = delay;
    }

    /** Leaves the connections of now half-open: they stay, but nothing comes through any more. New ones work. */
    public void freeze() {
        links.forEach(link -> link.frozen = true);
    }

    /** Leaves the connections of now and all new ones half-open, until {@link #reconnect()}. */
    public void cutOff() {
        cutOff = true;
        freeze();
    }

    /** Lets new connections work again. */
    public void reconnect() {
        cutOff = false;
    }

    /** Closes the connections of now; what is on its way is lost. New ones work. */
    public void cut() {
        links.forEach(Link::close);
    }

    /** {@return how many connections of clients are open now} */
    public int connections() {
        return links.size();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                connect(listener.accept());
            } catch (IOException closed) {
                // The end, or the client notices by itself.
            }
        }
    }

    private void connect(Socket client) throws IOException {
        try {
            Link link = new Link(client, new Socket(target.host(), target.port()));
            links.add(link);
            start("request", () -> link.pump(link.client, link.server, false));
            start("answer", () -> link.pump(link.server, link.client, true));
        } catch (IOException serverDown) {
            client.close();
        }
    }

    private void start(String what, Runnable task) {
        Thread thread = new Thread(task, "tcp-proxy-" + what);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        links.forEach(Link::close);
    }

    private final class Link {

        private final Socket client;
        private final Socket server;
        private volatile boolean frozen = cutOff;

        private Link(Socket client, Socket server) throws IOException {
            this.client = client;
            this.server = server;
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
        }

        private void pump(Socket from, Socket to, boolean late) {
            byte[] bytes = new byte[8192];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                    if (late && !delay.isZero()) {
                        LockSupport.parkNanos(delay.toNanos());
                    }
                    if (!frozen) {
                        out.write(bytes, 0, read);
                    }
                }
            } catch (IOException closed) {
                // As the end of the stream.
            }
            if (!frozen || from == client) {
                close();
            }
        }

        private void close() {
            links.remove(this);
            for (Socket socket : new Socket[] {client, server}) {
                try {
                    socket.close();
                } catch (IOException failed) {
                    throw new UncheckedIOException(failed);
                }
            }
        }
    }
}

package io.github.ratelimited.launcher;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Finds out within a second whether asking Testcontainers is worth it: its own search can take far longer. */
final class DockerEngine {

    private static final int TIMEOUT_MILLIS = 1_000;

    private DockerEngine() {}

    /** Whether something listens where a Docker engine would. */
    static boolean listens() {
        String host = System.getenv("DOCKER_HOST");
        if (host != null && !host.isBlank()) {
            return listensAt(host);
        }
        if (System.getProperty("os.name", "").startsWith("Windows")) {
            return true;
        }
        return Stream.of(
                        Path.of("/var/run/docker.sock"),
                        Path.of(System.getProperty("user.home", ""), ".docker/run/docker.sock"),
                        Path.of(System.getenv().getOrDefault("XDG_RUNTIME_DIR", "/run"), "docker.sock"))
                .anyMatch(DockerEngine::listensAt);
    }

    static boolean listensAt(String host) {
        URI address = URI.create(host);
        if ("unix".equals(address.getScheme())) {
            return listensAt(Path.of(address.getPath()));
        }
        // What is neither a socket file nor a port (ssh, a Windows pipe) only Testcontainers can try.
        return address.getPort() < 0 || listensAt(new InetSocketAddress(address.getHost(), address.getPort()));
    }

    private static boolean listensAt(Path socketFile) {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socketFile))) {
            return channel.isConnected();
        } catch (IOException nobody) {
            return false;
        }
    }

    private static boolean listensAt(InetSocketAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(address, TIMEOUT_MILLIS);
            return true;
        } catch (IOException nobody) {
            return false;
        }
    }
}

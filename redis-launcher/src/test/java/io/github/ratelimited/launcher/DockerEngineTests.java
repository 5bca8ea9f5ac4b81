package io.github.ratelimited.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DockerEngineTests {

    @TempDir
    private Path temp;

    @Test
    void findsSocketFileWithListener() throws IOException {
        Path file = temp.resolve("docker.sock");
        try (ServerSocketChannel engine = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            engine.bind(UnixDomainSocketAddress.of(file));

            assertThat(DockerEngine.listensAt("unix://" + file)).isTrue();
        }
        assertThat(file).exists();
        assertThat(DockerEngine.listensAt("unix://" + file)).isFalse();
    }

    @Test
    void findsNoneWithoutSocketFile() throws IOException {
        assertThat(DockerEngine.listensAt("unix://" + temp.resolve("absent"))).isFalse();
        assertThat(DockerEngine.listensAt("unix://" + Files.createFile(temp.resolve("plain"))))
                .isFalse();
    }

    @Test
    void asksThePortOfTcpAddress() throws IOException {
        int port;
        try (ServerSocket engine = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = engine.getLocalPort();
            assertThat(DockerEngine.listensAt("tcp://127.0.0.1:" + port)).isTrue();
        }
        assertThat(DockerEngine.listensAt("tcp://127.0.0.1:" + port)).isFalse();
    }

    @Test
    void leavesOtherAddressesToTestcontainers() {
        assertThat(DockerEngine.listensAt("npipe:////./pipe/docker_engine")).isTrue();
    }
}

package io.github.ratelimited.launcher;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Scanner;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A program for a JVM of its own, without JUnit and Testcontainers: says where its server is, and waits to be killed. One starts its server too late. */
final class ServerProgram {

    private ServerProgram() {}

    public static void main(String[] args) throws IOException {
        if (args[0].equals("late")) {
            Runtime.getRuntime().addShutdownHook(new Thread(RedisServer::start));
            return;
        }
        if (args[0].equals("shared")) {
            System.out.println(Redis.shared().url());
        } else {
            System.out.println(RedisServer.start().url());
        }
        System.in.read();
    }

    static Process start(String kind, Path tempFolder, String... options) throws IOException {
        String classpath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.contains("testcontainers") && !entry.contains("junit"))
                .collect(Collectors.joining(File.pathSeparator));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = Stream.of(
                        Stream.of(java, "-XX:TieredStopAtLevel=1", "-Djava.io.tmpdir=" + tempFolder),
                        Stream.of(options),
                        Stream.of("-cp", classpath, ServerProgram.class.getName(), kind))
                .flatMap(words -> words)
                .toList();
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** The address it printed, after whatever it logged. */
    static Redis address(Process program) {
        Scanner lines = new Scanner(program.getInputStream());
        String line = lines.nextLine();
        while (!line.startsWith("redis://")) {
            line = lines.nextLine();
        }
        int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
        return new Redis(RedisServer.HOST, port, "in another JVM");
    }
}

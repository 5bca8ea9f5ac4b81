package io.github.ratelimited.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.key.KeyEncoding;
import java.io.File;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** An application that is deployed again, in a server that goes on. */
class ClassLoadersTests {

    /** Of the server. */
    public record Tenant(String name, int region) {}

    private interface Use {

        Object of(ClassLoader application) throws Exception;
    }

    private static WeakReference<ClassLoader> deploy(Use use) throws Exception {
        List<URL> path = new ArrayList<>();
        for (String each : System.getProperty("java.class.path").split(File.pathSeparator)) {
            path.add(Path.of(each).toUri().toURL());
        }
        try (URLClassLoader application =
                new URLClassLoader(path.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
            assertThat(use.of(application)).isNotNull();
            return new WeakReference<>(application);
        }
    }

    private static void assertEnds(WeakReference<ClassLoader> application) {
        Awaitility.await().atMost(15, TimeUnit.SECONDS).untilAsserted(() -> {
            System.gc();
            assertThat(application.get()).isNull();
        });
    }

    @Test
    void areNotKeptByAThreadThatWasAskedAbout() throws Exception {
        assertEnds(deploy(application -> application
                .loadClass(CurrentThread.class.getName())
                .getMethod("isEventLoop")
                .invoke(null)));
    }

    @Test
    void areNotKeptByTheClassOfAKey() throws Exception {
        assertEnds(deploy(application -> application
                .loadClass(KeyEncoding.class.getName())
                .getMethod("of", Object.class)
                .invoke(null, new Tenant("acme", 7))));
    }
}

package io.github.ratelimited.autoconfigure;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts and ends an application several times in one JVM, as DevTools does: libraries stay loaded, its own classes are
 * loaded anew. Ends with the number of starts whose classes are still held.
 */
final class RestartsProgram {

    private static final int RESTARTS = 3;
    private static final int LOOKS = 1000;

    private static final class Restart extends URLClassLoader {

        private Restart(URL[] urls, ClassLoader libraries) {
            super(urls, libraries);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null
                        ? loaded
                        : name.startsWith(RestartedApplication.class.getName())
                                ? findClass(name)
                                : super.loadClass(name, resolve);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        // The JDK and Spring keep who is first: the thread that wakes futures has its class loader, for example.
        new RestartedApplication().run();
        List<WeakReference<?>> loaders = new ArrayList<>();
        for (int i = 0; i < RESTARTS; i++) {
            loaders.add(restart());
        }
        for (int i = 0; i < LOOKS && held(loaders) > 0; i++) {
            System.gc();
            LockSupport.parkNanos(20_000_000);
        }
        System.exit((int) held(loaders));
    }

    private static long held(List<WeakReference<?>> loaders) {
        return loaders.stream().filter(loader -> loader.get() != null).count();
    }

    private static WeakReference<?> restart() throws Exception {
        URL classes =
                RestartedApplication.class.getProtectionDomain().getCodeSource().getLocation();
        Restart loader = new Restart(new URL[] {classes}, RestartsProgram.class.getClassLoader());
        var constructor = Class.forName(RestartedApplication.class.getName(), true, loader)
                .getDeclaredConstructor();
        constructor.setAccessible(true);
        Thread main = new Thread((Runnable) constructor.newInstance(), "restarted-main");
        main.setContextClassLoader(loader);
        main.setUncaughtExceptionHandler((thread, failure) -> {
            failure.printStackTrace();
            System.exit(100);
        });
        main.start();
        main.join();
        loader.close();
        return new WeakReference<>(loader);
    }
}

package io.github.ratelimited.plain;

import java.util.List;

/** A program that fails when a class of an optional dependency can be loaded, and else runs {@link WithoutSpring}. */
final class BarePath {

    private static final List<String> OPTIONAL = List.of(
            "org.springframework.core.annotation.AliasFor",
            "org.springframework.context.ApplicationContext",
            "org.springframework.aop.Pointcut",
            "reactor.core.publisher.Mono",
            "io.reactivex.rxjava3.core.Single",
            "org.reactivestreams.Publisher",
            "io.micrometer.core.instrument.MeterRegistry",
            "io.micrometer.observation.Observation");

    private BarePath() {}

    public static void main(String[] args) {
        for (String name : OPTIONAL) {
            try {
                Class.forName(name);
                throw new IllegalStateException(name + " can be loaded");
            } catch (ClassNotFoundException expected) {
                System.out.println(name + " is not there");
            }
        }
        WithoutSpring.main(args);
    }
}

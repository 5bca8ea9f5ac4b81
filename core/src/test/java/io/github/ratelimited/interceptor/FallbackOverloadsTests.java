package io.github.ratelimited.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ratelimited.RateLimited;
import org.junit.jupiter.api.Test;

/** Which of several methods of one name is the fallback. */
class FallbackOverloadsTests {

    static class Overloads {

        @RateLimited(name = "boxed", rate = 1, interval = "10s", fallback = "lost")
        public String boxed(Integer number) {
            return "found";
        }

        @RateLimited(name = "plain", rate = 1, interval = "10s", fallback = "lost")
        public String plain(int number) {
            return "found";
        }

        @RateLimited(name = "text", rate = 1, interval = "10s", fallback = "lost")
        public String text(String text) {
            return "found";
        }

        String lost(int number) {
            return "int";
        }

        String lost(Integer number) {
            return "Integer";
        }

        String lost(Number number) {
            return "Number";
        }

        String lost(Object any) {
            return "Object";
        }

        String lost(CharSequence text) {
            return "CharSequence";
        }
    }

    @Test
    void isTheOverloadWithTheNarrowestTypes() {
        try (AspectContext context = AspectContext.of(Overloads.class).start()) {
            Overloads overloads = context.get(Overloads.class);
            overloads.boxed(1);
            assertThat(overloads.boxed(null)).isEqualTo("Integer");
            overloads.plain(1);
            assertThat(overloads.plain(1)).isEqualTo("int");
            overloads.text("a");
            assertThat(overloads.text("b")).isEqualTo("CharSequence");
        }
    }
}

package io.github.ratelimited.autoconfigure.actuate;

import io.github.ratelimited.RateLimited;
import io.github.ratelimited.autoconfigure.RateLimitChangedEvent;
import io.github.ratelimited.autoconfigure.RateLimitResetEvent;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;

/** An application that someone operates. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({OperatedApplication.Calls.class, OperatedApplication.Heard.class})
class OperatedApplication {

    static class Calls {

        @RateLimited("annotated")
        public String alsoAnnotated() {
            return "also annotated";
        }

        @RateLimited(name = "annotated", rate = 2, interval = "1m", key = "#key")
        public String annotated(String key) {
            return "annotated";
        }

        @RateLimited(name = "configured", rate = 3, interval = "1m")
        public String configured() {
            return "configured";
        }

        @RateLimited("defaults")
        public String defaults() {
            return "defaults";
        }
    }

    static class Heard {

        private final List<Object> events = new CopyOnWriteArrayList<>();

        List<Object> events() {
            return events;
        }

        @EventListener({RateLimitChangedEvent.class, RateLimitResetEvent.class})
        void on(Object event) {
            events.add(event);
        }
    }
}
